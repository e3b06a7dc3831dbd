import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { TileType } from 'pmtiles';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { STREET_MAP } from '../../../../tests/support/map-files.ts';
import { createArchive } from '../../../../tests/support/pmtiles.ts';
import { openStorage } from '../../../platform/storage/open-storage.ts';
import { runBasemap } from './command-line.server.ts';
import { installMapFile, removeMapFile } from './commands.server.ts';
import { deleteUnusedMapFiles } from './jobs.server.ts';
import { findInstalledMaps, getMapFileKey } from './queries.server.ts';
import { MapTileReader } from './tiles.server.ts';

const { kysely: db } = await testDatabase();
const dataDir = await mkdtemp(path.join(tmpdir(), 'recce-maps-'));
afterAll(() => rm(dataDir, { recursive: true }));
const storage = await openStorage({ dataDir });
const streets = await readFile(STREET_MAP.file);

beforeEach(async () => void (await db.deleteFrom('map_files').execute()));

async function save(content: Uint8Array): Promise<string> {
  const file = path.join(dataDir, 'given.pmtiles');
  await writeFile(file, content);
  return file;
}

/** Runs the command; the path of the file is shortened to FILE. */
async function basemap(...args: string[]) {
  const outcome = await runBasemap(db, async () => storage, args);
  return outcome && { ...outcome, text: outcome.text.replaceAll(path.join(dataDir, 'given.pmtiles'), 'FILE') };
}

async function installContent(content: Uint8Array, ...options: string[]): Promise<string> {
  return (await basemap('install', ...options, await save(content)))!.text;
}

/** Returns the file with other bytes at a position. */
function patch(offset: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(streets);
  copy.set(bytes, offset);
  return copy;
}

const EDINBURGH = [-3.3, 55.9, -3.1, 56] as const;
/** Terrarium: 128 * 256 + green - 32768 metres. */
const hills = { r: 128, g: 90, b: 0 };
const elevations = (background: { r: number; g: number; b: number }, size = 256) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer();
const relief = async (tile: Promise<Buffer>, tileType = TileType.Png) =>
  createArchive({
    tiles: [{ z: 6, x: 31, y: 19, data: await tile }],
    metadata: { attribution: '© Land surveyors' },
    tileType,
    isGzip: false,
    bounds: EDINBURGH,
  });
const vectorArchive = (metadata: object, bounds: readonly [number, number, number, number] = EDINBURGH) =>
  createArchive({
    tiles: [{ z: 6, x: 31, y: 19, data: Buffer.from('tile') }],
    metadata,
    tileType: TileType.Mvt,
    isGzip: false,
    bounds,
  });

describe('a street map', () => {
  test('is installed, shown and removed', async () => {
    expect(await basemap()).toEqual({ exitCode: 0, text: 'Street map: none is installed\nRelief: none is installed' });
    expect(await basemap('remove')).toEqual({ exitCode: 0, text: 'Street map: none is installed.' });
    const description = '0.3 MB, zoom 6 to 15, area -3.19702,55.94305,-3.18604,55.9492';
    expect(await basemap('install', STREET_MAP.file)).toEqual({
      exitCode: 0,
      text: `Street map installed: ${description}. It is used within 5 seconds.`,
    });
    expect((await basemap())!.text).toContain(`Street map: ${description}, installed 20`);
    const { streets: file } = await findInstalledMaps(db);
    expect((await storage.read(getMapFileKey(file!.id)))!.length).toBe(streets.length);
    expect(await basemap('remove')).toEqual({ exitCode: 0, text: 'Street map removed.' });
    expect(await findInstalledMaps(db)).toEqual({});
  });

  test('replaces an earlier one, whose file stays until no node reads it any more', async () => {
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    const { streets: first } = await findInstalledMaps(db);
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    const { streets: second } = await findInstalledMaps(db);
    expect(second!.id).not.toBe(first!.id);

    await deleteUnusedMapFiles(db, storage);
    expect(await storage.exists(getMapFileKey(first!.id))).toBe(true);
    await sql`update map_files set replaced_at = replaced_at - interval '11 minutes'`.execute(db);
    await deleteUnusedMapFiles(db, storage);
    expect(await storage.exists(getMapFileKey(first!.id))).toBe(false);
    expect(await storage.exists(getMapFileKey(second!.id))).toBe(true);
    expect(await findInstalledMaps(db)).toMatchObject({ streets: { id: second!.id } });
  });

  test('keeps the earlier one when the copy fails, and deletes what was copied a day later', async () => {
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    const { streets: before } = await findInstalledMaps(db);
    const full = { putFile: () => Promise.reject(new Error('no space left')) };
    await expect(installMapFile(db, full, { file: STREET_MAP.file, kind: 'streets' })).rejects.toThrow('no space left');
    expect(await findInstalledMaps(db)).toEqual({ streets: before });

    await deleteUnusedMapFiles(db, storage);
    expect(await db.selectFrom('map_files').select('id').execute()).toHaveLength(2);
    await sql`update map_files set created_at = created_at - interval '25 hours'`.execute(db);
    await deleteUnusedMapFiles(db, storage);
    expect(await db.selectFrom('map_files').select('id').execute()).toEqual([{ id: before!.id }]);
  });

  test('has tiles as they are in the file', async () => {
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    const { streets: file } = await findInstalledMaps(db);
    const { z, x, y } = STREET_MAP.tile;
    const tile = await new MapTileReader(storage).read(file!, z, x, y);
    expect(file!.isGzip).toBe(true);
    expect([...tile!.subarray(0, 2)]).toEqual([0x1f, 0x8b]);
    expect(streets.includes(Buffer.from(tile!))).toBe(true);
    expect(await new MapTileReader(storage).read(file!, z, x + 1, y)).toBeUndefined();
    expect(await new MapTileReader(storage).read(file!, 16, 2 * x, 2 * y)).toBeUndefined();
  });

  test('can be read again after a failure of the storage', async () => {
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    const { streets: file } = await findInstalledMaps(db);
    const { z, x, y } = STREET_MAP.tile;
    for (const failing of [1, 2, 3]) {
      let reads = 0;
      const reader = new MapTileReader({
        readRange: (...args) => (++reads === failing ? Promise.reject(new Error('down')) : storage.readRange(...args)),
      });
      await expect(reader.read(file!, z, x, y)).rejects.toThrow('down');
      expect(await reader.read(file!, z, x, y)).toBeDefined();
    }
  });
});

describe('a file is rejected', () => {
  const LAYERS = ['earth', 'water', 'landuse', 'roads', 'buildings', 'places'];
  const layers = (fields: object) => ({ vector_layers: LAYERS.map((id) => ({ id, fields })) });

  test.each<[reason: string, content: () => Uint8Array, message: string]>([
    ['of another format', () => Buffer.from('{"type": "FeatureCollection"}'), 'FILE is not a PMTiles file.'],
    ['that is empty', () => Buffer.alloc(0), 'FILE is not a PMTiles file.'],
    ['of another version', () => patch(7, 2), 'FILE has version 2 of the format PMTiles; version 3 is needed.'],
    [
      'that was not downloaded completely',
      () => streets.subarray(0, 200_000),
      `FILE is incomplete: it has 200000 of ${streets.length} bytes. Download it again.`,
    ],
    [
      'with images',
      () => patch(99, TileType.Webp),
      'FILE has WebP tiles; streets need vector tiles (MVT). For elevations, use basemap install --relief.',
    ],
    [
      'with vector tiles of a format that is not supported',
      () => patch(99, TileType.Mlt),
      'FILE has vector tiles of the format MLT; streets need vector tiles (MVT).',
    ],
    [
      'with a compression that browsers do not support',
      () => patch(98, 4),
      'FILE has tiles with an unsupported compression; gzip or none is needed.',
    ],
    ['with damaged metadata', () => patch(160, 0, 0, 0, 0), 'FILE has metadata that cannot be read'],
    [
      'with another schema',
      () => vectorArchive({ vector_layers: [{ id: 'water', fields: {} }] }),
      'FILE lacks the layers earth, landuse, roads, buildings, places: it must have the schema of Protomaps.',
    ],
    [
      'with an old schema',
      () => vectorArchive(layers({ 'pmap:kind': 'String' })),
      'FILE has an old version of the Protomaps schema; version 4 is needed.',
    ],
    [
      'of another country',
      () => vectorArchive(layers({ kind: 'String', kind_detail: 'String' }), [145, -38, 146, -37]),
      'FILE covers 145,-38,146,-37 (west, south, east, north), where the base map has no land.',
    ],
    [
      'without an area',
      () => vectorArchive(layers({ kind: 'String', kind_detail: 'String' }), [0, 0, 0, 0]),
      'FILE has invalid bounds: 0,0,0,0.',
    ],
  ])('%s', async (_, content, message) => {
    expect(await installContent(content())).toContain(message);
    expect(await db.selectFrom('map_files').selectAll().execute()).toEqual([]);
  });

  test('that does not exist', async () => {
    expect(await basemap('install', '/nowhere.pmtiles')).toEqual({
      exitCode: 1,
      text: '/nowhere.pmtiles cannot be read: no such file or folder.',
    });
  });

  test.each([
    ['install'],
    ['install', 'a', 'b'],
    ['remove', 'a'],
    ['--relief'],
    ['replace'],
    ['install', '--all', 'a'],
  ])('with the usage for the arguments %s %s %s', async (...args) => {
    expect(await basemap(...args.filter(Boolean))).toBeUndefined();
  });
});

describe('relief', () => {
  test('is installed beside streets, with the size and the attribution of its tiles', async () => {
    await installMapFile(db, storage, { file: STREET_MAP.file, kind: 'streets' });
    expect(await installContent(await relief(elevations(hills, 512)), '--relief')).toMatch(/^Relief installed: /);
    const maps = await findInstalledMaps(db);
    expect(maps).toMatchObject({
      streets: { format: 'mvt' },
      relief: { format: 'png', isGzip: false, tileSize: 512, attribution: '© Land surveyors' },
    });
    expect(await removeMapFile(db, 'relief')).toBe(true);
    expect(await findInstalledMaps(db)).toEqual({ streets: maps.streets });
  });

  test.each<[reason: string, content: () => Promise<Uint8Array>, message: string]>([
    [
      'vector tiles',
      async () => streets,
      'FILE has vector tiles (MVT); relief needs PNG or WebP tiles with elevations.',
    ],
    [
      'photographs',
      () => relief(elevations({ r: 60, g: 90, b: 30 })),
      'FILE has no elevations with the Terrarium encoding.',
    ],
    ['damaged tiles', () => relief(Promise.resolve(Buffer.from('no image'))), 'FILE has a tile that cannot be decoded'],
  ])('is rejected with %s', async (_, content, message) => {
    expect(await installContent(await content(), '--relief')).toContain(message);
  });
});
