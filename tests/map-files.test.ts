import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test, vi } from 'vitest';
import { installMapFile, removeMapFile } from '../src/features/geography/map-files/commands.server.ts';
import { deleteUnusedMapFiles } from '../src/features/geography/map-files/jobs.server.ts';
import { findInstalledMaps } from '../src/features/geography/map-files/queries.server.ts';
import { openStorage } from '../src/platform/storage/open-storage.ts';
import { testDatabase } from './support/database.ts';
import { STREET_MAP } from './support/map-files.ts';
import { startS3Service } from './support/s3-service.ts';
import { startSite } from './support/site.ts';

const database = await testDatabase();
const { kysely: db } = database;
const bucket = await startS3Service('maps');
/** Two nodes that share a bucket. */
const storageUrl = bucket.getUrl();
const nodes = [
  await startSite({ database, env: { STORAGE_URL: storageUrl, LOG_LEVEL: 'silent' } }),
  await startSite({ database, env: { STORAGE_URL: storageUrl, LOG_LEVEL: 'silent' } }),
];
const storage = await openStorage({ storageUrl, dataDir: '/unused' });
const content = await readFile(STREET_MAP.file);
const { z, x, y } = STREET_MAP.tile;

const install = () => installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
const getStyle = async (url: string) => (await (await fetch(`${url}/basemap/style/light.json`)).json()) as any;
const getTileUrls = () =>
  Promise.all(nodes.map(async ({ url }) => (await getStyle(url)).sources.streets?.tiles[0] as string | undefined));
/** Waits until all nodes serve the installed file, without a restart. Returns the path of a tile. */
async function waitForInstalled(): Promise<string> {
  const { streets } = await findInstalledMaps(db);
  const template = `/basemap/streets/${streets!.id}/{z}/{x}/{y}.mvt`;
  await expect.poll(getTileUrls, { interval: 25 }).toEqual(nodes.map(() => template));
  return template.replace('{z}/{x}/{y}', `${z}/${x}/${y}`);
}

beforeEach(async () => {
  await removeMapFile(db, 'streets');
  await vi.waitUntil(async () => (await getTileUrls()).every((url) => url === undefined), { timeout: 10_000 });
});

test('without an installed file, pages have the base map', async () => {
  for (const { url } of nodes) {
    expect(((await (await fetch(`${url}/api/site`)).json()) as any).mapStyleUrl).toBeNull();
    expect(Object.keys((await getStyle(url)).sources)).toEqual(['base']);
    expect((await fetch(`${url}/basemap/streets/none/${z}/${x}/${y}.mvt`)).status).toBe(404);
  }
});

test('an installed file is served by all nodes within five seconds, and no longer after its removal', async () => {
  await install();
  const start = performance.now();
  const path = await waitForInstalled();
  expect(performance.now() - start).toBeLessThan(5_000);
  for (const { url } of nodes) {
    expect(((await (await fetch(`${url}/api/site`)).json()) as any).mapStyleUrl).toBe('/basemap/style/{theme}.json');
    const response = await fetch(url + path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
    });
    const cached = await fetch(url + path, { headers: { 'if-none-match': response.headers.get('etag')! } });
    expect(cached.status).toBe(304);
    // fetch decompresses.
    const tile = Buffer.from(await response.arrayBuffer());
    const plain = await fetch(url + path, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await plain.arrayBuffer()).equals(tile)).toBe(true);
  }
  await removeMapFile(db, 'streets');
  await expect.poll(async () => (await fetch(nodes[0]!.url + path)).status).toBe(404);
});

test('a tile is read by its range, and nothing else of the file', async () => {
  await install();
  const path = await waitForInstalled();
  bucket.ranges.length = 0;
  const tile = Buffer.from(await (await fetch(nodes[0]!.url + path)).arrayBuffer());
  // The header with the root directory, the leaf directory, and the tile.
  expect(bucket.ranges).toHaveLength(3);
  const [first, last] = bucket.ranges.at(-1)!.split('-').map(Number);
  expect(gunzipSync(content.subarray(first, last! + 1)).equals(tile)).toBe(true);
  await fetch(nodes[0]!.url + path);
  expect(bucket.ranges).toHaveLength(4);
});

test('open pages continue to work after the file was replaced, without caching tiles of the new one', async () => {
  await install();
  const old = await waitForInstalled();
  await install();
  const current = await waitForInstalled();
  await db
    .updateTable('map_files')
    .set({ replaced_at: new Date(0) })
    .where('replaced_at', 'is not', null)
    .execute();
  await deleteUnusedMapFiles(db, storage);
  expect([...bucket.objects.keys()].filter((key) => key.startsWith('/maps/map-files/'))).toHaveLength(1);
  for (const { url } of nodes) {
    const [before, after] = await Promise.all([fetch(url + old), fetch(url + current)]);
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect([after.status, after.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
  }
});

test('a tile outside of the file is empty, and one that cannot exist is not found', async () => {
  await install();
  const path = await waitForInstalled();
  const getStatus = async (tile: string) =>
    (await fetch(nodes[0]!.url + path.replace(`${z}/${x}/${y}.mvt`, tile))).status;
  for (const tile of [`${z}/${x + 1}/${y}.mvt`, `16/${2 * x}/${2 * y}.mvt`, '0/0/0.mvt'])
    expect(await getStatus(tile), tile).toBe(204);
  for (const tile of [`${z}/${x}/${y}.png`, `${z}/${x}/${y}`, '3/8/0.mvt', '25/0/0.mvt', '-1/0/0.mvt', '1e1/0/0.mvt'])
    expect(await getStatus(tile), tile).toBe(404);
  expect(await getStatus(`${z}/${x}/99999999999999999999.mvt`)).toBe(404);
});

test('a failure of the storage is not cached, and ends with it', async () => {
  await install();
  const path = await waitForInstalled();
  bucket.rejects = ({ method }) => method === 'GET';
  const failed = await fetch(nodes[0]!.url + path);
  bucket.rejects = () => false;
  expect(failed.status).toBeGreaterThanOrEqual(500);
  expect(failed.headers.get('cache-control')).toBeNull();
  expect((await fetch(nodes[0]!.url + path)).status).toBe(200);
});

test('no request changes what is installed', async () => {
  await install();
  const path = await waitForInstalled();
  const before = await findInstalledMaps(db);
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const target of [path, '/basemap/style/light.json', '/basemap', '/api/basemap'])
      expect((await fetch(nodes[0]!.url + target, { method, body: '{}' })).status).toBeGreaterThanOrEqual(400);
  expect(await findInstalledMaps(db)).toEqual(before);
});

test('the style has an ETag, and no other names than those of the themes', async () => {
  const { url } = nodes[0]!;
  const response = await fetch(`${url}/basemap/style/dark.json`);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  const etag = response.headers.get('etag')!;
  expect((await fetch(`${url}/basemap/style/dark.json`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  for (const name of ['blue.json', 'dark', 'light.json.map'])
    expect((await fetch(`${url}/basemap/style/${name}`)).status).toBe(404);
});
