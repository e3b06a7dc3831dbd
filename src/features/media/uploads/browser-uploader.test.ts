import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/http/contract.ts';
import { CHUNK_BYTES, type Upload } from '../schema.ts';
import { type Transport, Uploader } from './browser-uploader.ts';

const lost = () => new ApiError('UNAVAILABLE', 'We could not reach the site.');

/** A fake server; `fail` is called before each call, and throws to make it fail. */
function fakeServer(fail: (call: string, offset: number) => void = () => {}) {
  const uploads = new Map<string, Upload & { data: Blob[] }>();
  const calls: string[] = [];
  let created = 0;
  const call = (name: string, offset = 0) => {
    calls.push(name);
    fail(name, offset);
  };
  const known = (id: string) => {
    const upload = uploads.get(id);
    if (!upload) throw new ApiError('NOT_FOUND', 'We cannot find this upload.');
    return upload;
  };
  const transport: Transport = {
    create: async ({ name, bytes }) => {
      call('create');
      const id = `upload-${++created}`;
      uploads.set(id, { id, name, bytes, received: 0, state: 'RECEIVING', rejection_reason: null, data: [] });
      return { ...known(id) };
    },
    find: async (id) => {
      call('find');
      return { ...known(id) };
    },
    cancel: async (id) => {
      call('cancel');
      uploads.delete(id);
    },
    sendChunk: async ({ uploadId, offset, bytes }, onProgress, signal) => {
      call('send', offset);
      const upload = known(uploadId);
      if (offset !== upload.received) throw new ApiError('CONFLICT', 'Another chunk is next.');
      onProgress(bytes.size);
      // Stored even if the response is lost.
      upload.data.push(bytes);
      upload.received += bytes.size;
      if (upload.received === upload.bytes) upload.state = 'CHECKING';
      fail('response', offset);
      signal.throwIfAborted();
      return { ...upload };
    },
  };
  return { transport, uploads, calls };
}

function photograph(name: string, chunks: number): File {
  const bytes = Math.ceil(chunks * CHUNK_BYTES);
  const data = new Uint8Array(bytes);
  for (let at = 0; at < bytes; at += 997) data[at] = at % 251;
  return new File([data], name, { type: 'image/jpeg' });
}

function uploaderFor(transport: Transport, waitForRetry: () => Promise<void> = async () => {}) {
  const onUploaded = vi.fn(async () => {});
  const uploader = new Uploader(transport, { onUploaded, waitForRetry });
  return { uploader, onArrival: onUploaded };
}

const waitUntilEmpty = (uploader: Uploader) => expect.poll(() => uploader.list).toEqual([]);

async function sameBytes(file: File, data: readonly Blob[]): Promise<boolean> {
  const [sent, stored] = await Promise.all([file.arrayBuffer(), new Blob([...data]).arrayBuffer()]);
  return Buffer.from(sent).equals(Buffer.from(stored));
}

test('sends a file in chunks, and removes it from the list at the end', async () => {
  const { transport, uploads, calls } = fakeServer();
  const { uploader, onArrival } = uploaderFor(transport);
  const file = photograph('shore.jpg', 2.5);
  uploader.add([file]);
  await waitUntilEmpty(uploader);
  expect(calls).toEqual(['create', 'send', 'send', 'send']);
  expect(uploads.get('upload-1')).toMatchObject({ name: 'shore.jpg', state: 'CHECKING' });
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
  expect(onArrival).toHaveBeenCalledOnce();
});

test('creates the uploads of files one after the other, in the order in which they were chosen', async () => {
  const { transport } = fakeServer();
  const created: string[] = [];
  let isCreating = false;
  const { uploader } = uploaderFor({
    ...transport,
    create: async (file) => {
      expect(isCreating).toBe(false);
      isCreating = true;
      await Promise.resolve();
      isCreating = false;
      created.push(file.name);
      return transport.create(file);
    },
  });
  uploader.add(['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => photograph(name, 0.1)));
  await waitUntilEmpty(uploader);
  expect(created).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg']);
});

test('reports growing progress', async () => {
  const { transport } = fakeServer();
  const { uploader } = uploaderFor(transport);
  const progress: number[] = [];
  uploader.subscribe(() => progress.push(uploader.list[0]?.sent ?? 0));
  uploader.add([photograph('shore.jpg', 2)]);
  await waitUntilEmpty(uploader);
  expect(progress.slice(0, -1)).toEqual(progress.slice(0, -1).toSorted((a, b) => a - b));
  expect(progress).toContain(CHUNK_BYTES);
});

test('resumes from the acknowledged offset after a lost connection', async () => {
  let cuts = 0;
  const { transport, uploads, calls } = fakeServer((call, offset) => {
    if (call === 'send' && offset === CHUNK_BYTES && cuts++ < 3) throw lost();
  });
  const states: string[] = [];
  const { uploader } = uploaderFor(transport, async () => void states.push(uploader.list[0]!.state));
  const file = photograph('shore.jpg', 3);
  uploader.add([file]);
  await waitUntilEmpty(uploader);
  expect(states).toEqual(['INTERRUPTED', 'INTERRUPTED', 'INTERRUPTED']);
  expect(calls.filter((call) => call === 'create')).toHaveLength(1);
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
});

test('does not repeat a chunk whose response was lost', async () => {
  let cuts = 0;
  const { transport, uploads } = fakeServer((call) => {
    if (call === 'response' && cuts++ === 0) throw lost();
  });
  const { uploader } = uploaderFor(transport);
  const file = photograph('shore.jpg', 3);
  uploader.add([file]);
  await waitUntilEmpty(uploader);
  expect(await sameBytes(file, uploads.get('upload-1')!.data)).toBe(true);
});

test('starts again when the server has deleted the upload', async () => {
  let cut = false;
  const { transport, uploads } = fakeServer((call, offset) => {
    if (call !== 'send' || offset === 0 || cut) return;
    cut = true;
    uploads.clear();
    throw lost();
  });
  const { uploader } = uploaderFor(transport);
  const file = photograph('shore.jpg', 2);
  uploader.add([file]);
  await waitUntilEmpty(uploader);
  expect(await sameBytes(file, uploads.get('upload-2')!.data)).toBe(true);
});

test('keeps a rejected file in the list with the message, and can retry it', async () => {
  let isFull = true;
  const { transport } = fakeServer((call) => {
    if (call === 'create' && isFull) throw new ApiError('INVALID', 'A location has at most 60 images.');
  });
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('shore.jpg', 1)]);
  await expect
    .poll(() => uploader.list)
    .toMatchObject([{ state: 'FAILED', problem: 'A location has at most 60 images.' }]);
  isFull = false;
  uploader.retry(uploader.list[0]!.key);
  await waitUntilEmpty(uploader);
});

test('fails after some conflicts that are not about the offset', async () => {
  const { transport, calls } = fakeServer((call) => {
    if (call === 'create') throw new ApiError('CONFLICT', 'This location waits for approval.');
  });
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('shore.jpg', 1)]);
  await expect
    .poll(() => uploader.list)
    .toMatchObject([{ state: 'FAILED', problem: 'This location waits for approval.' }]);
  expect(calls).toEqual(['create', 'create', 'create']);
});

test.each([
  ['is empty', new File([], 'nothing.jpg', { type: 'image/jpeg' }), 'This file is empty.'],
  [
    'is not a picture',
    new File(['%PDF-1.7'], 'plan.pdf', { type: 'application/pdf' }),
    'Please choose a JPEG, PNG or WebP picture.',
  ],
])('sends nothing of a file that %s', (_, file, problem) => {
  const { transport, calls } = fakeServer();
  const { uploader } = uploaderFor(transport);
  uploader.add([file]);
  expect(uploader.list).toMatchObject([{ state: 'FAILED', problem }]);
  expect(uploader.canRetry(uploader.list[0]!.key)).toBe(false);
  expect(calls).toEqual([]);
});

test('does not wait for the creation of a file that is cancelled', async () => {
  const site = fakeServer();
  const create: Transport['create'] = (file) =>
    file.name === 'one.jpg' ? new Promise<never>(() => {}) : site.transport.create(file);
  const { uploader } = uploaderFor({ ...site.transport, create });
  uploader.add([photograph('one.jpg', 1), photograph('two.jpg', 1)]);
  uploader.cancel(uploader.list[0]!.key);
  await waitUntilEmpty(uploader);
  expect([...site.uploads.values()].map(({ name }) => name)).toEqual(['two.jpg']);
});

describe('while another file is created', () => {
  /** A server that has not responded to the creation of one.jpg yet. */
  async function startSlowCreation() {
    const site = fakeServer();
    const response = Promise.withResolvers<void>();
    const requested: string[] = [];
    const create: Transport['create'] = async (file) => {
      requested.push(file.name);
      if (file.name === 'one.jpg' && requested.length === 1) await response.promise;
      return site.transport.create(file);
    };
    const { uploader } = uploaderFor({ ...site.transport, create });
    uploader.add(['one.jpg', 'two.jpg', 'three.jpg'].map((name) => photograph(name, 1)));
    await vi.waitFor(() => expect(requested).toEqual(['one.jpg']));
    return { ...site, uploader, requested, response };
  }

  test('a file that is cancelled is not created, and the next one keeps its turn', async () => {
    const { uploader, requested, response, calls } = await startSlowCreation();
    uploader.cancel(uploader.list[1]!.key);
    // Runs what could be sent without the response.
    await new Promise(setImmediate);
    expect(requested).toEqual(['one.jpg']);
    response.resolve();
    await waitUntilEmpty(uploader);
    expect(requested).toEqual(['one.jpg', 'three.jpg']);
    expect(calls).not.toContain('cancel');
  });

  test('the others go on when that creation exceeds its time limit, and it is retried', async () => {
    const { uploader, requested, response } = await startSlowCreation();
    response.reject(lost());
    await waitUntilEmpty(uploader);
    expect(requested.toSorted()).toEqual(['one.jpg', 'one.jpg', 'three.jpg', 'two.jpg']);
  });
});

test('cancels an upload on the server too, and starts the next file', async () => {
  const never = new Promise<never>(() => {});
  const site = fakeServer();
  const transport: Transport = {
    ...site.transport,
    sendChunk: (chunk, onProgress, signal) =>
      chunk.uploadId === 'upload-3' ? site.transport.sendChunk(chunk, onProgress, signal) : never,
  };
  const { uploader } = uploaderFor(transport);
  uploader.add([photograph('one.jpg', 1), photograph('two.jpg', 1), photograph('three.jpg', 1)]);
  await expect.poll(() => site.uploads.size).toBe(2);
  expect(uploader.list.map(({ state }) => state)).toEqual(['SENDING', 'SENDING', 'WAITING']);
  uploader.cancel(uploader.list[0]!.key);
  await expect.poll(() => uploader.list.map(({ name }) => name)).toEqual(['two.jpg']);
  expect([...site.uploads.values()].map(({ name }) => name)).not.toContain('one.jpg');
});

test('cancels an upload on the server that is cancelled while it is created', async () => {
  const site = fakeServer();
  const response = Promise.withResolvers<void>();
  const create: Transport['create'] = async (file) => {
    const upload = await site.transport.create(file);
    await response.promise;
    return upload;
  };
  const { uploader } = uploaderFor({ ...site.transport, create });
  uploader.add([photograph('one.jpg', 1)]);
  await vi.waitFor(() => expect(site.uploads.size).toBe(1));
  uploader.cancel(uploader.list[0]!.key);
  response.resolve();
  await vi.waitFor(() => expect(site.calls).toContain('cancel'));
  uploader.add([photograph('two.jpg', 1)]);
  await waitUntilEmpty(uploader);
  expect(site.calls).toEqual(['create', 'cancel', 'create', 'send']);
  expect([...site.uploads.values()].map(({ name }) => name)).toEqual(['two.jpg']);
});

test('resumes an upload when its file is chosen again after a reload', async () => {
  const site = fakeServer();
  const file = photograph('shore.jpg', 3);
  const { id } = await site.transport.create({ name: file.name, bytes: file.size });
  const first = { uploadId: id, offset: 0, bytes: file.slice(0, CHUNK_BYTES) };
  const begun = await site.transport.sendChunk(first, () => {}, new AbortController().signal);
  site.calls.length = 0;
  const { uploader } = uploaderFor(site.transport);
  uploader.add([file], [begun]);
  await waitUntilEmpty(uploader);
  expect(site.calls).toEqual(['find', 'send', 'send']);
  expect(await sameBytes(file, site.uploads.get(id)!.data)).toBe(true);
});
