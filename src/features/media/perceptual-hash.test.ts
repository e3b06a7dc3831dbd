import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { createDiskStorage } from '../../platform/storage/disk.ts';
import { addPicture, importOriginal } from './commands.server.ts';
import { addMissingHashes } from './renditions.jobs.server.ts';
import { RENDITION_WIDTHS } from './schema.ts';
import { getRenditionKey } from './storage-keys.server.ts';

const { kysely: db } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'recce-hashes-'));
afterAll(() => rm(folder, { recursive: true }));
const storage = await createDiskStorage(folder);

const readPhotograph = (name: string) => readFile(new URL(`../../../demo/photographs/${name}.jpg`, import.meta.url));
const castle = await readPhotograph('castle-courtyard-01');
const mill = await readPhotograph('brick-mill-tower-01');
const hash = async (content: Uint8Array) => BigInt(`0x${(await importOriginal(db, storage, content)).perceptualHash}`);
const countDifferentBits = (one: bigint, other: bigint) => (one ^ other).toString(2).replaceAll('0', '').length;

test('scaled, recompressed and lightened versions of a photograph have nearly the same hash, others do not', async () => {
  const original = await hash(castle);
  const versions = [
    sharp(castle).resize(1000).jpeg({ quality: 60 }),
    sharp(castle).resize(900).webp({ quality: 50 }),
    sharp(castle).modulate({ brightness: 1.1 }).jpeg(),
  ];
  for (const version of versions)
    expect(countDifferentBits(original, await hash(await version.toBuffer()))).toBeLessThan(7);
  expect(countDifferentBits(original, await hash(mill))).toBeGreaterThan(12);
});

test('pictures from before there were hashes get nearly the hash that they would get now', async () => {
  const original = await importOriginal(db, storage, castle);
  const jobs = { enqueue: async () => {}, stop: async () => {} };
  await db.transaction().execute((trx) => addPicture(trx, jobs, original, { primary: true }));
  await db.updateTable('pictures').set({ perceptual_hash: null }).execute();
  const rendition = await sharp(castle).resize(RENDITION_WIDTHS[0]).webp({ quality: 78 }).toBuffer();
  await storage.put(getRenditionKey(original.sha256, RENDITION_WIDTHS[0], 'webp'), rendition);
  // A picture without files does not stop the others.
  const lost = { content_type: 'image/jpeg' as const, bytes: 1, width: 900, height: 600 };
  await db
    .insertInto('pictures')
    .values({ ...lost, sha256: '0'.repeat(64) })
    .execute();
  await addMissingHashes(db, storage, new AbortController().signal);
  const rows = await db.selectFrom('pictures').select('perceptual_hash').orderBy('sha256').execute();
  const [without, computed] = rows.map(({ perceptual_hash }) => perceptual_hash);
  expect(without).toBe(null);
  expect(countDifferentBits(BigInt(`0x${computed}`), BigInt(`0x${original.perceptualHash}`))).toBeLessThan(7);
});
