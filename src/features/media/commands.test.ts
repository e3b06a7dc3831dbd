import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { gradient, photograph } from '../../../tests/support/photograph.ts';
import { type JobSender, openJobs } from '../../platform/jobs/job-queue.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addPicture, importOriginal } from './commands.server.ts';
import { getThumbnailKey, getOriginalKey } from './storage-keys.server.ts';
import { renditions } from './renditions-queue.server.ts';
import { MAX_PICTURE_BYTES } from './schema.ts';

const { kysely: db, url } = await testDatabase();
let dataDir: string;
let storage: Storage;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'recce-media-'));
  storage = await openStorage({ dataDir });
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('importing an original', () => {
  it('stores it byte for byte, with its thumbnail', async () => {
    const content = await photograph(1200, 800);
    const original = await importOriginal(db, storage, content);
    expect(original).toMatchObject({ contentType: 'image/jpeg', width: 1200, height: 800, bytes: content.length });
    expect(Buffer.compare((await storage.read(getOriginalKey(original.sha256)))!, content)).toBe(0);
    expect((await storage.read(getThumbnailKey(original.sha256)))!.length).toBeLessThan(1000);
    expect(Buffer.from(original.placeholder, 'base64').length).toBeLessThan(30);
  });

  it('accepts PNG and WebP by their content', async () => {
    const png = await gradient(900, 600).png().toBuffer();
    const webp = await gradient(600, 900).webp().toBuffer();
    expect(await importOriginal(db, storage, png)).toMatchObject({ contentType: 'image/png', width: 900, height: 600 });
    expect(await importOriginal(db, storage, webp)).toMatchObject({
      contentType: 'image/webp',
      width: 600,
      height: 900,
    });
  });

  it('applies the EXIF orientation to the size', async () => {
    const sideways = await gradient(1200, 800).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await importOriginal(db, storage, sideways)).toMatchObject({ width: 800, height: 1200 });
  });

  it('accepts grey, transparent, palette and CMYK pictures', async () => {
    const transparent = gradient(900, 600).ensureAlpha(0.5);
    const contents = [
      await gradient(900, 600).greyscale().jpeg().toBuffer(),
      await gradient(900, 600).toColourspace('cmyk').jpeg().toBuffer(),
      await transparent.clone().png().toBuffer(),
      await transparent.clone().png({ palette: true }).toBuffer(),
      await transparent.clone().webp().toBuffer(),
    ];
    for (const content of contents)
      await expect(importOriginal(db, storage, content)).resolves.toMatchObject({ width: 900 });
  });
});

describe('validation', () => {
  const svg = (body: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${body}</svg>`);

  it.each([
    ['a GIF', () => gradient(900, 600).gif().toBuffer()],
    ['a TIFF', () => gradient(900, 600).tiff().toBuffer()],
    ['an AVIF', () => gradient(900, 600).avif({ effort: 0 }).toBuffer()],
    ['an SVG that reads a file', async () => svg('<image href="file:///etc/passwd" width="900" height="900"/>')],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n')],
    [
      'HTML with the signature of a JPEG',
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html><script>')]),
    ],
    ['text', async () => Buffer.from('a photograph')],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('rejects %s', async (_, content) => {
    const before = await readdir(path.join(dataDir, 'files', 'originals'));
    await expect(importOriginal(db, storage, await content())).rejects.toMatchObject({
      errorType: 'UNSUPPORTED_MEDIA',
    });
    expect(await readdir(path.join(dataDir, 'files', 'originals'))).toEqual(before);
  });

  it('rejects a truncated picture', async () => {
    for (const content of [
      await photograph(1200, 800),
      await gradient(1200, 800).png().toBuffer(),
      await gradient(1200, 800).webp().toBuffer(),
    ]) {
      const part = content.subarray(0, Math.floor(content.length * 0.6));
      await expect(importOriginal(db, storage, part)).rejects.toMatchObject({
        errorType: expect.stringMatching(/^(INVALID|UNSUPPORTED_MEDIA)$/),
      });
    }
  });

  it.each([2, 3, 10, 100])(
    'accepts a JPEG cut by %i bytes within its last rows, as browsers show it',
    async (bytes) => {
      const whole = await photograph(1200, 800);
      expect(whole.subarray(-2).toString('hex')).toBe('ffd9');
      await expect(importOriginal(db, storage, whole.subarray(0, -bytes))).resolves.toMatchObject({ width: 1200 });
    },
  );

  it('rejects a JPEG that lacks more rows', async () => {
    const whole = await photograph(1200, 800);
    for (const bytes of [300, 1000, whole.length / 2])
      await expect(importOriginal(db, storage, whole.subarray(0, -bytes))).rejects.toThrow('damaged');
    // Its last bytes refine all rows of blocks, and the decoder does not say which are complete.
    const progressive = await gradient(1200, 800).jpeg({ progressive: true }).toBuffer();
    await expect(importOriginal(db, storage, progressive.subarray(0, -2))).resolves.toMatchObject({ width: 1200 });
    await expect(importOriginal(db, storage, progressive.subarray(0, -10))).rejects.toThrow('damaged');
  });

  it('rejects a decompression bomb of more than 64 megapixels', async () => {
    const bomb = pngDeclaring(60_000, 60_000);
    await expect(importOriginal(db, storage, bomb)).rejects.toThrow('use at most 64 megapixels');
  });

  it('rejects a picture that is too small or too narrow', async () => {
    await expect(importOriginal(db, storage, await photograph(799, 600))).rejects.toThrow('at least 800');
    await expect(importOriginal(db, storage, await photograph(100, 900))).rejects.toThrow('too narrow');
  });

  it('rejects more than 25 MB', async () => {
    await expect(importOriginal(db, storage, new Uint8Array(MAX_PICTURE_BYTES + 1))).rejects.toMatchObject({
      errorType: 'TOO_LARGE',
    });
  });

  it('survives damaged files', async () => {
    const contents = [
      await photograph(800, 60 * 9),
      await gradient(800, 540).png().toBuffer(),
      await gradient(800, 540).webp().toBuffer(),
    ];
    const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), to: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...contents),
        fc.array(change, { minLength: 1, maxLength: 8 }),
        async (content, changes) => {
          const damaged = Buffer.from(content);
          for (const { at, to } of changes) damaged[Math.floor(at * (damaged.length - 1))] = to;
          const outcome = await importOriginal(db, storage, damaged).catch((error: unknown) => error);
          expect(outcome).toHaveProperty(outcome instanceof Error ? 'errorType' : 'sha256');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('adding a picture', () => {
  let jobs: JobSender;
  beforeAll(async () => {
    jobs = await openJobs({ url, queues: [renditions], log: console });
  });
  afterAll(() => jobs.stop());

  const add = async (content: Buffer, primary = false) => {
    const original = await importOriginal(db, storage, content);
    await db.transaction().execute((trx) => addPicture(trx, jobs, original, { primary }));
    return original.sha256;
  };
  const jobsOf = (sha256: string) =>
    db
      .withTables<{ 'pgboss.job': { name: string; data: { sha256: string }; priority: number } }>()
      .selectFrom('pgboss.job')
      .select(['data', 'priority'])
      .where('name', '=', renditions.name)
      .execute()
      .then((rows) => rows.filter((row) => row.data.sha256 === sha256));

  it('enqueues the renditions of one content once', async () => {
    const content = await photograph(1000, 700);
    const sha256 = await add(content);
    expect(await add(content)).toBe(sha256);
    await Promise.all([add(content), add(content)]);
    const rows = await db.selectFrom('pictures').selectAll().where('sha256', '=', sha256).execute();
    expect(rows).toMatchObject([{ state: 'PROCESSING', width: 1000, height: 700, content_type: 'image/jpeg' }]);
    expect(await jobsOf(sha256)).toHaveLength(1);
  });

  it('enqueues nothing when its transaction fails', async () => {
    const original = await importOriginal(db, storage, await photograph(1001, 700));
    const failure = db.transaction().execute(async (trx) => {
      await addPicture(trx, jobs, original, { primary: false });
      throw new Error('another statement failed');
    });
    await expect(failure).rejects.toThrow('another statement failed');
    expect(await jobsOf(original.sha256)).toEqual([]);
    expect(await db.selectFrom('pictures').select('sha256').where('sha256', '=', original.sha256).execute()).toEqual(
      [],
    );
  });

  it('retries a failed picture', async () => {
    const content = await photograph(1002, 700);
    const sha256 = await add(content);
    await db.updateTable('pictures').set({ state: 'FAILED' }).where('sha256', '=', sha256).execute();
    await add(content);
    expect(await jobsOf(sha256)).toHaveLength(2);
  });

  it('gives primary pictures a higher priority', async () => {
    const [leading] = await jobsOf(await add(await photograph(1003, 700), true));
    const [other] = await jobsOf(await add(await photograph(1004, 700), false));
    expect(leading!.priority).toBeGreaterThan(other!.priority);
  });
});

/** A PNG with a valid header that declares this size. */
function pngDeclaring(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(16)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
