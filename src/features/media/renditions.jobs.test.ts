import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { gradient, photograph } from '../../../tests/support/photograph.ts';
import { type JobWorker, startJobs } from '../../platform/jobs/job-queue.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { addPicture, importOriginal } from './commands.server.ts';
import { getThumbnailKey, getOriginalKey, getRenditionKey } from './storage-keys.server.ts';
import { startRenditionWorker } from './renditions.jobs.server.ts';
import { renditions } from './renditions-queue.server.ts';
import { mediaRoutes } from './router.server.ts';
import { RENDITION_FORMATS, RENDITION_WIDTHS, getRenditionUrl, getRenditionWidths, getOgImageUrl } from './schema.ts';

const log = { ...console, info: () => {}, warn: () => {}, error: () => {} };
const MIDDLE = { x: 0.5, y: 0.5 };
const WAIT = { timeout: 15_000, interval: 50 };

describe('renditions', async () => {
  const { kysely: db, url } = await testDatabase();
  let dataDir: string;
  let storage: Storage;
  let jobs: JobWorker;
  let server: FastifyInstance;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'recce-media-'));
    storage = await openStorage({ dataDir });
    jobs = await startJobs({ url, queues: [renditions], log });
    server = Fastify();
    await server.register(mediaRoutes, { db, storage, jobs, renderStaticMap: () => '<svg/>' });
  });
  afterAll(async () => {
    await jobs.stop();
    await server.close();
    await rm(dataDir, { recursive: true });
  });

  const add = async (content: Buffer, work?: (sha256: string) => Promise<void>) => {
    const original = await importOriginal(db, storage, content);
    await work?.(original.sha256);
    await db.transaction().execute((trx) => addPicture(trx, jobs, original, { primary: false }));
    return original;
  };
  const stateOf = async (sha256: string) =>
    (await db.selectFrom('pictures').select('state').where('sha256', '=', sha256).executeTakeFirstOrThrow()).state;
  const get = (url: string) => server.inject(url);
  /** READY comes before the AVIF files, which follow one by one. */
  const waitForAll = async (sha256: string, width: number) => {
    await vi.waitUntil(async () => (await stateOf(sha256)) === 'READY', WAIT);
    const last = getRenditionUrl(sha256, getRenditionWidths(width).at(-1)!, 'avif');
    await vi.waitUntil(async () => (await get(last)).headers['content-type'] === 'image/avif', WAIT);
  };

  it('are replaced by an uncached thumbnail until they exist', async () => {
    const { sha256, width } = await add(await photograph(1500, 1000));
    for (const format of RENDITION_FORMATS) {
      const response = await get(getRenditionUrl(sha256, 1080, format));
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' });
      expect((await sharp(response.rawPayload).metadata()).width).toBe(32);
    }
    expect(await stateOf(sha256)).toBe('PROCESSING');
    expect((await get(getRenditionUrl(sha256, width, 'webp'))).headers['cache-control']).toBe('no-store');
  });

  it('are created in every width and format, and cached for ever', async () => {
    await startRenditionWorker({ db, storage, jobs, log });
    const { sha256 } = await add(await photograph(1500, 1000));
    await waitForAll(sha256, 1500);
    for (const format of RENDITION_FORMATS) {
      for (const width of getRenditionWidths(1500)) {
        const response = await get(getRenditionUrl(sha256, width, format));
        expect(response.headers).toMatchObject({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': `image/${format}`,
          'content-length': String(response.rawPayload.length),
        });
        expect(pixelsOf(response.rawPayload, format)).toEqual([width, Math.round((width * 1000) / 1500)]);
        const again = await server.inject({
          url: getRenditionUrl(sha256, width, format),
          headers: { 'if-none-match': response.headers.etag },
        });
        expect(again.statusCode).toBe(304);
        expect(again.rawPayload.length).toBe(0);
      }
    }
    const shared = await get(getOgImageUrl({ sha256, focal: MIDDLE }));
    expect(shared.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(await sharp(shared.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' });
  });

  it('contain no metadata of the original, and are upright', async () => {
    const revealing = await gradient(1200, 900)
      .withExif({
        IFD0: { Copyright: 'PhotographerName', Model: 'CameraModel' },
        IFD3: {
          GPSLatitudeRef: 'N',
          GPSLatitude: '57/1 16/1 2784/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '5/1 30/1 4680/100',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>HouseNumber</secret></x:xmpmeta>')
      .withIccProfile('p3', { attach: true })
      .withMetadata({ orientation: 8 })
      .jpeg()
      .toBuffer();
    const telling = withSegments(revealing, [0xed, 'Photoshop 3.0\x008BIM\x04\x04AgencyName'], [0xfe, 'AlarmCode']);
    for (const mark of ['Exif', 'PhotographerName', 'HouseNumber', 'ICC_PROFILE', 'AgencyName', 'AlarmCode'])
      expect(telling.includes(mark)).toBe(true);

    const { sha256, width, height } = await add(telling);
    expect([width, height]).toEqual([900, 1200]);
    await waitForAll(sha256, width);
    const urls = RENDITION_FORMATS.flatMap((format) =>
      getRenditionWidths(900).map((w) => getRenditionUrl(sha256, w, format)),
    );
    for (const url of [...urls, getOgImageUrl({ sha256, focal: MIDDLE })]) {
      const { rawPayload } = await get(url);
      for (const mark of [
        'Exif',
        'EXIF',
        'xmp',
        'XMP',
        'ICC',
        'prof',
        'GPS',
        'PhotographerName',
        'CameraModel',
        'HouseNumber',
        'Photoshop',
        '8BIM',
        'AgencyName',
        'AlarmCode',
      ]) {
        expect({ url, mark, found: rawPayload.includes(mark) }).toEqual({ url, mark, found: false });
      }
      expect([url, partsBesidesPixels(rawPayload)]).toEqual([url, []]);
    }
    expect(partsBesidesPixels(Buffer.from((await storage.read(getThumbnailKey(sha256)))!))).toEqual([]);
    const upright = await get(getRenditionUrl(sha256, 320, 'webp'));
    expect(pixelsOf(upright.rawPayload, 'webp')).toEqual([320, 427]);
    // The sky is on the left of the file, which has an EXIF orientation.
    const { data, info } = await sharp(upright.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const blue = (x: number, y: number) => data[(y * info.width + x) * info.channels + 2]!;
    expect(Math.abs(blue(5, 200) - blue(315, 200))).toBeGreaterThan(60);
  });

  it('include an Open Graph image for each focal point', async () => {
    const id = (
      await db
        .insertInto('locations')
        .values({ title: 'Mill', locationurl: 'mill' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const original = await importOriginal(db, storage, await photograph(1200, 1201));
    const { sha256 } = original;
    await db.transaction().execute(async (trx) => {
      await addPicture(trx, jobs, original, { primary: true });
      await trx
        .insertInto('images')
        .values({ location_id: id, sha256, position: 0, focal_x: 0.35, focal_y: 0 })
        .execute();
    });
    await vi.waitUntil(async () => (await stateOf(sha256)) === 'READY', WAIT);
    const url = getOgImageUrl({ sha256, focal: { x: 0.35, y: 0 } });
    expect(url).toBe(`/media/og/${sha256}/35-0.jpg`);
    const top = await get(url);
    expect(top.headers['content-type']).toBe('image/jpeg');
    const { dominant } = await sharp(top.rawPayload).stats();
    expect(dominant.b).toBeGreaterThan(dominant.g - 40);
    // A request for another focal point creates nothing.
    const other = await get(`/media/og/${sha256}/12-34.jpg`);
    expect(other.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' });
  });

  it.each(RENDITION_FORMATS)('as %s are created again when a READY picture lacks one', async (format) => {
    const { sha256 } = await add(await photograph(1100, format === 'webp' ? 801 : 802));
    // A request for the last one would enqueue it again.
    await vi.waitUntil(() => storage.exists(getRenditionKey(sha256, 1100, 'avif')), WAIT);
    const missing = getRenditionKey(sha256, 480, format);
    await storage.delete(missing);
    const url = getRenditionUrl(sha256, 480, format);
    expect((await get(url)).headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' });
    await vi.waitUntil(() => storage.exists(missing), WAIT);
    expect((await get(url)).headers).toMatchObject({
      'cache-control': expect.stringContaining('immutable'),
      'content-type': `image/${format}`,
    });
  });

  it('set the picture to FAILED when the original is missing', async () => {
    const { sha256 } = await add(await photograph(1010, 700), (hash) => storage.delete(getOriginalKey(hash)));
    await db
      .withTables<{ 'pgboss.job': { name: string; retry_limit: number } }>()
      .updateTable('pgboss.job')
      .set({ retry_limit: 0 })
      .where('name', '=', renditions.name)
      .execute();
    await vi.waitUntil(async () => (await stateOf(sha256)) === 'FAILED', { timeout: 20_000, interval: 100 });
    expect((await get(getRenditionUrl(sha256, 768, 'webp'))).headers['cache-control']).toBe('no-store');
  }, 30_000);

  it('are never wider than the original', () => {
    expect(getRenditionWidths(5000)).toEqual([...RENDITION_WIDTHS]);
    expect(getRenditionWidths(1500)).toEqual([320, 480, 768, 1080, 1440, 1500]);
    expect(getRenditionWidths(640)).toEqual([320, 480, 640]);
  });
});

/** The same JPEG with these segments, each a marker and its text. */
function withSegments(jpeg: Buffer, ...segments: readonly (readonly [marker: number, words: string])[]): Buffer {
  const written = segments.map(([marker, words]) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(words.length + 2, 2);
    return Buffer.concat([head, Buffer.from(words, 'latin1')]);
  });
  return Buffer.concat([jpeg.subarray(0, 2), ...written, jpeg.subarray(2)]);
}

/** Lists the sections of a file that are not needed to decode its pixels. */
function partsBesidesPixels(content: Buffer): string[] {
  const format = content.toString('latin1', 0, 4);
  if (format === 'RIFF') {
    // The simple format has a single chunk.
    const isWhole = content.readUInt32LE(4) + 8 === content.length;
    const chunk = content.toString('latin1', 12, 16);
    const isSingle = content.readUInt32LE(16) + 20 + (content.readUInt32LE(16) % 2) === content.length;
    return chunk === 'VP8 ' && isWhole && isSingle ? [] : [`${chunk} and others`];
  }
  if (content[0] === 0xff) {
    const found: string[] = [];
    for (let at = 2; content[at + 1] !== 0xda; at += 2 + content.readUInt16BE(at + 2)) {
      const marker = content[at + 1]!;
      // Comments, and application data except JFIF.
      if ((marker > 0xe0 && marker <= 0xef) || marker === 0xfe) found.push(marker.toString(16));
    }
    return found;
  }
  // Item types of an AVIF file are in `infe` boxes, after version, flags, id and index.
  const types = [...content.toString('latin1').matchAll(/infe[^]{8}([^]{4})/g)].map(([, type]) => type!);
  return types.length > 0 ? types.filter((type) => type !== 'av01') : ['no items'];
}

/** Reads width and height from the file; in AVIF from the `ispe` box. */
function pixelsOf(content: Buffer, format: 'avif' | 'webp'): [number, number] {
  if (format === 'avif') {
    const box = content.indexOf('ispe');
    return [content.readUInt32BE(box + 8), content.readUInt32BE(box + 12)];
  }
  expect(content.toString('latin1', 12, 16)).toBe('VP8 ');
  return [content.readUInt16LE(26) & 0x3fff, content.readUInt16LE(28) & 0x3fff];
}
