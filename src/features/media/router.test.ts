import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { photograph } from '../../../tests/support/photograph.ts';
import { type JobSender, openJobs } from '../../platform/jobs/job-queue.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { importOriginal } from './commands.server.ts';
import { getOriginalKey, getRenditionKey } from './storage-keys.server.ts';
import { parseMapName } from './static-maps.server.ts';
import { renditions } from './renditions-queue.server.ts';
import { mediaRoutes } from './router.server.ts';
import { RENDITION_FORMATS, getStaticMapUrl, getRenditionUrl } from './schema.ts';

describe('media URLs', async () => {
  const { kysely: db, url } = await testDatabase();
  let dataDir: string;
  let storage: Storage;
  let jobs: JobSender;
  let server: FastifyInstance;
  let sha256: string;
  const drawn: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'recce-media-'));
    storage = await openStorage({ dataDir });
    const renderStaticMap = ({ latitude, longitude }: { latitude: number; longitude: number }) => {
      drawn.push(`${latitude},${longitude}`);
      return `<svg xmlns="http://www.w3.org/2000/svg"><title>${latitude},${longitude}</title></svg>`;
    };
    jobs = await openJobs({ url, queues: [renditions], log: console });
    server = Fastify();
    await server.register(mediaRoutes, { db, storage, jobs, renderStaticMap });
    const {
      contentType,
      perceptualHash: perceptual_hash,
      cameraPosition: _cameraPosition,
      texts: _texts,
      ...original
    } = await importOriginal(db, storage, await photograph(1000, 600));
    ({ sha256 } = original);
    await db
      .insertInto('pictures')
      .values({ ...original, content_type: contentType, perceptual_hash })
      .execute();
  });
  afterAll(async () => {
    await server.close();
    await jobs.stop();
    await rm(dataDir, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

  it('never serve an original or a file outside the storage', async () => {
    expect(await storage.exists(getOriginalKey(sha256))).toBe(true);
    const original = (await storage.read(getOriginalKey(sha256)))!;
    for (const url of [
      `/media/originals/${sha256}`,
      `/originals/${sha256}`,
      `/media/${sha256}`,
      `/media/${sha256}/original`,
      `/media/${sha256}/thumbnail.webp`,
      `/media/${sha256}/..%2f..%2foriginals%2f${sha256}`,
      `/media/${sha256}/../../originals/${sha256}`,
      `/media/..%2foriginals/${sha256}`,
      `/media/%2e%2e/originals/${sha256}`,
      `/media/og/..%2f..%2foriginals/${sha256}`,
      `/media/og/${sha256}/..%2f320.webp`,
      `/media/maps/..%2f..%2foriginals%2f${sha256}`,
      `/media/${sha256}/..%5c..%5coriginals%5c${sha256}`,
      '/media/..%2f..%2f..%2f..%2fetc%2fpasswd/320.webp',
    ]) {
      const response = await get(url);
      expect({ url, status: response.statusCode }).toEqual({ url, status: 404 });
      expect(response.rawPayload.equals(original)).toBe(false);
    }
  });

  it.each([
    ['another width', '321.webp'],
    ['a width that the original does not have', '1440.webp'],
    ['another format', '320.jpg'],
    ['a padded width', '0320.webp'],
    ['a signed width', '+320.webp'],
    ['no width', '.webp'],
    ['a huge width', '99999999999999999999.webp'],
    ['another extension', '320.webp.exe'],
    ['a line break', '320.webp%0a'],
    ['a zero byte', '320.webp%00'],
  ])('respond 404 to %s', async (_, file) => {
    const response = await get(`/media/${sha256}/${file}`);
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('respond 404 to unknown pictures', async () => {
    const { sha256: unadded } = await importOriginal(db, storage, await photograph(1000, 601));
    for (const hash of [unadded, sha256.toUpperCase(), 'f'.repeat(64), sha256.slice(1)]) {
      expect((await get(getRenditionUrl(hash, 320, 'webp'))).statusCode).toBe(404);
      expect((await get(`/media/og/${hash}/50-50.jpg`)).statusCode).toBe(404);
    }
    expect((await get(`/media/og/${sha256}/101-0.jpg`)).statusCode).toBe(404);
  });

  it('serve the nearest rendition until the requested one exists', async () => {
    await storage.put(getRenditionKey(sha256, 320, 'webp'), Buffer.from('of 320'));
    await storage.put(getRenditionKey(sha256, 768, 'webp'), Buffer.from('of 768'));
    for (const [width, format, expected] of [
      [320, 'avif', 'of 320'],
      [768, 'avif', 'of 768'],
      [1000, 'avif', 'of 768'],
    ] as const) {
      const response = await get(getRenditionUrl(sha256, width, format));
      expect(response.payload).toBe(expected);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' });
      expect(response.headers.etag).toBeUndefined();
    }
  });

  it('enqueue a missing rendition of a READY picture once a day', async () => {
    const listJobs = async () => {
      const { rows } = await sql<{ data: object }>`
        select data from pgboss.job where name = ${renditions.name} order by data->>'format'`.execute(db);
      return rows.map(({ data }) => data);
    };
    const setState = (state: 'READY' | 'FAILED') => db.updateTable('pictures').set({ state }).execute();
    await get(getRenditionUrl(sha256, 480, 'webp'));
    await setState('FAILED');
    await get(getRenditionUrl(sha256, 480, 'webp'));
    await setState('READY');
    await get(getRenditionUrl(sha256, 320, 'webp'));
    await get(getRenditionUrl(sha256, 1440, 'webp'));
    await get(`/media/og/${sha256}/12-34.jpg`);
    expect(await listJobs()).toEqual([]);
    for (const width of [480, 480, 1000]) {
      for (const format of RENDITION_FORMATS) {
        const response = await get(getRenditionUrl(sha256, width, format));
        expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'image/webp' });
      }
    }
    expect(await listJobs()).toEqual(RENDITION_FORMATS.map((format) => ({ sha256, format, primary: true })));
  });

  describe('of static maps', () => {
    const position = { latitude: 57.274_449, longitude: -5.512_951 };

    beforeAll(async () => {
      const { id } = await db
        .insertInto('locations')
        .values({ title: 'Castle', locationurl: 'castle' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const version = {
        id,
        locationurl: 'castle',
        title: 'Castle',
        nearesttown: 'Dornie',
        description: '',
        details: '{}',
      };
      await db
        .insertInto('published_locations')
        .values({ ...version, ...position, option_ids: [], featured: false, pictured: false, published_at: new Date() })
        .execute();
    });

    it('are drawn once, cached, and served with a strict CSP', async () => {
      drawn.length = 0;
      const first = await get(getStaticMapUrl(position));
      expect(first.statusCode).toBe(200);
      expect(first.payload).toContain('<title>57.2744,-5.513</title>');
      expect(first.headers).toMatchObject({
        'content-type': 'image/svg+xml; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'"),
        'cache-control': expect.stringContaining('max-age=604800'),
        vary: 'accept-encoding',
      });
      const compressed = await get(getStaticMapUrl(position), { 'accept-encoding': 'gzip, br' });
      expect(compressed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(compressed.rawPayload).toString()).toBe(first.payload);
      expect(drawn.filter((at) => at === '57.2744,-5.513')).toHaveLength(1);
      const unchanged = await get(getStaticMapUrl(position), { 'if-none-match': String(first.headers.etag) });
      expect(unchanged.statusCode).toBe(304);
    });

    it('exist only for published positions', async () => {
      drawn.length = 0;
      for (const file of ['57.2745,-5.5130.svg', '57.2744,-5.5131.svg', '55.9533,-3.1883.svg', '48.8584,-2.2945.svg']) {
        expect((await get(`/media/maps/${file}`)).statusCode).toBe(404);
      }
      expect(drawn).toEqual([]);
      const versions = await readdir(path.join(dataDir, 'files', 'maps'));
      expect(await readdir(path.join(dataDir, 'files', 'maps', versions[0]!))).toEqual(['57.2744,-5.5130.svg.gz']);
    });

    it.each([
      '57.27,-5.51.svg',
      '57.27440,-5.5130.svg',
      '97.2744,5.5130.svg',
      '57.2744,185.5130.svg',
      '57.2744,-5.5130',
      '1e1.0000,-5.5130.svg',
      'x.svg',
    ])('are not written %s', (name) => expect(parseMapName(name)).toBeNull());
  });
});
