import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { backUp, createFolder, readFiles, readTables, restore } from '../../../tests/support/backup.ts';
import { testDatabase } from '../../../tests/support/database.ts';
import { startS3Service } from '../../../tests/support/s3-service.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { toStorageKey } from '../../platform/storage/storage.ts';
import { verifyBackup } from './verify.ts';

const database = await testDatabase();
const service = await startS3Service('pictures');

test('a backup in a bucket is incremental, verified, restored and deleted', async () => {
  const storage = await createFolder();
  for (let n = 0; n < 30; n++) await storage.put(toStorageKey(`other/${n}`), randomBytes(100));
  const site = { databaseUrl: database.url, storage };
  const destination = await openStorage({ storageUrl: service.getUrl('/nightly'), dataDir: '' });
  service.objects.set('/pictures/something-else', Buffer.from('kept'));

  const first = await backUp(site, destination);
  expect(first.added.blobs).toBeGreaterThan(30);
  await storage.put(toStorageKey('other/30'), randomBytes(100));
  const retention = { latest: 1, daily: 0, weekly: 0, monthly: 0 };
  const second = await backUp(site, destination, { retention, now: new Date(Date.now() + 1000) });
  expect(second.added.blobs).toBe(1);
  expect(second.deleted).toEqual([first.name]);
  expect(await verifyBackup(destination, second.name, null)).toMatchObject({ problems: [], contentChecked: true });

  const restored = await restore(destination);
  expect(await readTables(restored.databaseUrl)).toEqual(await readTables(database.url));
  expect(await readFiles(restored.storage)).toEqual(await readFiles(storage));
  expect(service.objects.has('/pictures/something-else')).toBe(true);
});

test('a site whose files are in a bucket is backed up and restored', async () => {
  const site = await openStorage({ storageUrl: service.getUrl('/site'), dataDir: '' });
  await site.put(toStorageKey('other/file'), randomBytes(100));
  const destination = await createFolder();
  await backUp({ databaseUrl: database.url, storage: site }, destination);
  const restored = await restore(destination);
  expect(await readFiles(restored.storage)).toEqual(await readFiles(site));
});
