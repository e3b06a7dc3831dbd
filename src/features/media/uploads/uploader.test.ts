import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHUNK_BYTES, type Upload } from '../schema.ts';
import { type Transport, Uploader } from './uploader.ts';

const lost = () => new ApiError('UNAVAILABLE', 'We could not reach the site.');

/** A site that keeps what it is sent, as ours does; `fail` is asked before each call and throws to lose it. */
function fakeSite(fail: (call: string, offset: number) => void = () => {}) {
  const uploads = new Map<string, Upload & { data: Blob[] }>();
  const calls: string[] = [];
  const call = (name: string, offset = 0) => {
    calls.push(name);
    fail(name, offset);
  };
  const known = (id: string) => {
    const upload = uploads.get(id);
    if (!upload) throw new ApiError('NOT_FOUND', 'There is no such upload.');
    return upload;
  };
  const transport: Transport = {
    create: async ({ name, bytes }) => {
      call('begin');
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, { id, name, bytes, received: 0, state: 'RECEIVING', problem: null, data: [] });
      return { ...known(id) };
    },
    find: async (id) => {
      call('ask');
      return { ...known(id) };
    },
    cancel: async (id) => {
      call('give up');
      uploads.delete(id);
    },
    sendChunk: async ({ uploadId, offset, bytes }, onSent, signal) => {
      call('send', offset);
      const upload = known(uploadId);
      if (offset !== upload.received) throw new ApiError('CONFLICT', 'Another piece is next.');
      onSent(bytes.size);
      // Whatever is sent is kept, even if the answer gets lost.
      upload.data.push(bytes);
      upload.received += bytes.size;
      if (upload.received === upload.bytes) upload.state = 'CHECKING';
      fail('answer', offset);
      signal.throwIfAborted();
      return { ...upload };
    },
  };
  return { transport, uploads, calls };
}

function photograph(name: string, pieces: number): File {
  const bytes = Math.ceil(pieces * CHUNK_BYTES);
  const data = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 997) data[at] = at % 251;
  return new File([data], name, { type: 'image/jpeg' });
}

function uploaderFor(transport: Transport, waitForRetry: () => Promise<void> = async () => {}) {
  const onUploaded = vi.fn(async () => {});
  const uploader = new Uploader(transport, { onUploaded, waitForRetry });
  return { uploader, onArrival: onUploaded };
}

const isDone = (uploader: Uploader) => expect.poll(() => uploader.list).toEqual([]);

async function sameBytes(file: File, data: readonly Blob[]): Promise<boolean> {
  const [sent, kept] = await Promise.all([file.arrayBuffer(), new Blob([...data]).arrayBuffer()]);
  return Buffer.from(sent).equals(Buffer.from(kept));
}

test('a file goes in pieces, and leaves the list once the site has all of it', async () => {
  const { transport, uploads, calls } = fakeSite();
  const { uploader, onArrival } = uploaderFor(transport);
  const file = photograph('shore.jpg', 2.5);
  uploader.add([file]);
  await isDone(uploader);
  expect(calls).toEqual(['begin', 'send', 'send', 'send']);
  expect(uploads.get('upload-1')).toMatchObject({ name: 'shore.jpg', state: 'CHECKING' });
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
  expect(onArrival).toHaveBeenCalledOnce();
});

test('what is sent grows from one look to the next', async () => {
  const { transport } = fakeSite();
  const { uploader } = uploaderFor(transport);
  const seen: number[] = [];
  uploader.subscribe(() => seen.push(uploader.list[0]?.sent ?? 0));
  uploader.add([photograph('shore.jpg', 2)]);
  await isDone(uploader);
  expect(seen.slice(0, -1)).toEqual(seen.slice(0, -1).toSorted((a, b) => a - b));
  expect(seen).toContain(CHUNK_BYTES);
});

test('after a lost connection it goes on from where the site stands, without sending anything twice', async () => {
  let cuts = 0;
  const { transport, uploads, calls } = fakeSite((call, offset) => {
    if (call === 'send' && offset === CHUNK_BYTES && cuts++ < 3) throw lost();
  });
  const states: string[] = [];
  const { uploader } = uploaderFor(transport, async () => void states.push(uploader.list[0]!.state));
  const file = photograph('shore.jpg', 3);
  uploader.add([file]);
  await isDone(uploader);
  expect(states).toEqual(['INTERRUPTED', 'INTERRUPTED', 'INTERRUPTED']);
  expect(calls.filter((call) => call === 'begin')).toHaveLength(1);
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
});

test('a piece whose answer got lost is not sent again', async () => {
  let cuts = 0;
  const { transport, uploads } = fakeSite((call) => {
    if (call === 'answer' && cuts++ === 0) throw lost();
  });
  const { uploader } = uploaderFor(transport);
  const file = photograph('shore.jpg', 3);
  uploader.add([file]);
  await isDone(uploader);
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
});

test('one that the site has forgotten meanwhile is begun anew', async () => {
  let cut = false;
  const { transport, uploads } = fakeSite((call, offset) => {
    if (call !== 'send' || offset === 0 || cut) return;
    cut = true;
    uploads.clear();
    throw lost();
  });
  const { uploader } = uploaderFor(transport);
  const file = photograph('shore.jpg', 2);
  uploader.add([file]);
  await isDone(uploader);
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
});

test('a refusal stays in the list with its words, and can be tried again', async () => {
  let isFull = true;
  const { transport } = fakeSite((call) => {
    if (call === 'begin' && isFull) throw new ApiError('INVALID', 'A location has at most 60 images.');
  });
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('shore.jpg', 1)]);
  await expect
    .poll(() => uploader.list)
    .toMatchObject([{ state: 'FAILED', problem: 'A location has at most 60 images.' }]);
  isFull = false;
  uploader.retry(uploader.list[0]!.key);
  await isDone(uploader);
});

test('a conflict that is not about how far we are is said after a few tries', async () => {
  const { transport, calls } = fakeSite((call) => {
    if (call === 'begin') throw new ApiError('CONFLICT', 'This location waits for approval.');
  });
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('shore.jpg', 1)]);
  await expect
    .poll(() => uploader.list)
    .toMatchObject([{ state: 'FAILED', problem: 'This location waits for approval.' }]);
  expect(calls).toEqual(['begin', 'begin', 'begin']);
});

test.each([
  ['is empty', new File([], 'nothing.jpg', { type: 'image/jpeg' }), 'This file is empty.'],
  [
    'is no picture',
    new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }),
    'Please choose a JPEG, PNG or WebP picture.',
  ],
])('nothing is sent of a file that %s', (_, file, problem) => {
  const { transport, calls } = fakeSite();
  const { uploader } = uploaderFor(transport);
  uploader.add([file]);
  expect(uploader.list).toMatchObject([{ state: 'FAILED', problem }]);
  expect(uploader.canRetry(uploader.list[0]!.key)).toBe(false);
  expect(calls).toEqual([]);
});

test('a cancelled file is forgotten by the site too, and the next one takes its turn', async () => {
  const never = new Promise<never>(() => {});
  const site = fakeSite();
  const transport: Transport = {
    ...site.transport,
    sendChunk: (piece, onSent, signal) =>
      piece.uploadId === 'upload-3' ? site.transport.sendChunk(piece, onSent, signal) : never,
  };
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('one.jpg', 1), photograph('two.jpg', 1), photograph('three.jpg', 1)]);
  await expect.poll(() => site.uploads.size).toBe(2);
  expect(uploader.list.map(({ state }) => state)).toEqual(['SENDING', 'SENDING', 'WAITING']);
  uploader.cancel(uploader.list[0]!.key);
  await expect.poll(() => uploader.list.map(({ name }) => name)).toEqual(['two.jpg']);
  expect([...site.uploads.values()].map(({ name }) => name)).not.toContain('one.jpg');
});

test('a file that is cancelled while it is begun is forgotten by the site too, and nothing of it is sent', async () => {
  const site = fakeSite();
  const answer = Promise.withResolvers<void>();
  const create: Transport['create'] = async (file) => {
    const upload = await site.transport.create(file);
    await answer.promise;
    return upload;
  };
  const { uploader } = uploaderFor({ ...site.transport, create });
  uploader.add([photograph('one.jpg', 1)]);
  await vi.waitFor(() => expect(site.uploads.size).toBe(1));
  uploader.cancel(uploader.list[0]!.key);
  answer.resolve();
  await vi.waitFor(() => expect(site.calls).toContain('give up'));
  uploader.add([photograph('two.jpg', 1)]);
  await isDone(uploader);
  expect(site.calls).toEqual(['begin', 'give up', 'begin', 'send']);
  expect([...site.uploads.values()].map(({ name }) => name)).toEqual(['two.jpg']);
});

test('a file that was begun before the page was loaded anew goes on when it is chosen again', async () => {
  const site = fakeSite();
  const file = photograph('shore.jpg', 3);
  const { id } = await site.transport.create({ name: file.name, bytes: file.size });
  const first = { uploadId: id, offset: 0, bytes: file.slice(0, CHUNK_BYTES) };
  const begun = await site.transport.sendChunk(first, () => {}, new AbortController().signal);
  site.calls.length = 0;
  const { uploader } = uploaderFor(site.transport);
  uploader.add([file], [begun]);
  await isDone(uploader);
  expect(site.calls).toEqual(['ask', 'send', 'send']);
  expect(await sameBytes(file, site.uploads.get(id)!.data)).toBe(true);
});
