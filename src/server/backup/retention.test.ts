import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Key, type Storage, toStorageKey } from '../../platform/storage/storage.ts';
import { completeBackup, listBackups, readChecksums, toBackupName, toBackupTime } from './backups.ts';
import { getBlobKey, sha256 } from './blobs.ts';
import { deleteOldBackups, selectKept } from './retention.ts';

/** A storage in memory that fails after a number of deletions. */
function createMemoryStorage(maxDeletions = Infinity) {
  const files = new Map<string, Uint8Array>();
  let deletions = 0;
  const remove = (key: string) => {
    if (deletions++ >= maxDeletions) throw new Error('killed');
    files.delete(key);
  };
  const storage: Pick<Storage, 'put' | 'read' | 'list' | 'delete' | 'deleteFolder'> = {
    put: async (key, content) => void files.set(key, content),
    read: async (key) => files.get(key) ?? null,
    list: async function* (folder) {
      for (const key of [...files.keys()]) if (!folder || key.startsWith(`${folder}/`)) yield key as Key;
    },
    delete: async (key) => remove(key),
    deleteFolder: async (folder) => {
      for (const key of [...files.keys()]) if (key.startsWith(`${folder}/`)) remove(key);
    },
  };
  return { files, storage: storage as Storage };
}

const policies = fc.record({
  latest: fc.nat({ max: 4 }),
  daily: fc.nat({ max: 4 }),
  weekly: fc.nat({ max: 4 }),
  monthly: fc.nat({ max: 4 }),
});
const times = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
const backups = fc.uniqueArray(fc.record({ at: times, blobs: fc.array(fc.nat({ max: 15 })), complete: fc.boolean() }), {
  minLength: 1,
  maxLength: 12,
  selector: ({ at }) => at.getTime(),
});

const blob = (n: number) => getBlobKey(n % 2 ? 'rows' : 'files', sha256(Buffer.from([n])), null);

test('no blob of a kept backup is ever deleted, nor the latest backup, also if deleting is interrupted', async () => {
  await fc.assert(
    fc.asyncProperty(backups, policies, fc.nat({ max: 40 }), async (all, policy, maxDeletions) => {
      const { files, storage } = createMemoryStorage(maxDeletions);
      for (const { at, blobs, complete } of all) {
        const name = toBackupName(at);
        const checksums = new Map(blobs.map((n) => [blob(n), sha256(Buffer.from([n]))]));
        for (const n of blobs) await storage.put(blob(n), Buffer.from([n]));
        if (complete)
          await completeBackup(storage, name, { manifest: Buffer.from(name), encrypted: false, blobs: checksums });
        else await storage.put(toStorageKey(`backups/${name}/manifest.json`), Buffer.from(name));
      }
      const before = await listBackups(storage);
      const latest = before.complete.at(-1);
      fc.pre(latest !== undefined);
      const interrupted = await deleteOldBackups(storage, policy, latest).then(
        () => false,
        () => true,
      );
      const after = await listBackups(storage);
      expect(after.complete.at(-1)).toBe(latest);
      for (const name of after.complete)
        for (const key of (await readChecksums(storage, name)).keys()) expect(files.has(key)).toBe(true);
      if (interrupted) return;
      expect(after.incomplete).toEqual([]);
      const used = new Set<string>();
      for (const name of after.complete) for (const key of (await readChecksums(storage, name)).keys()) used.add(key);
      expect([...files.keys()].filter((key) => !key.startsWith('backups/') && !used.has(key))).toEqual([]);
    }),
  );
});

test('nothing is deleted if the checksums of a kept backup are damaged', async () => {
  const { files, storage } = createMemoryStorage();
  for (const day of [1, 2, 3]) {
    await completeBackup(storage, toBackupName(new Date(Date.UTC(2026, 10, day))), {
      manifest: Buffer.from('{}'),
      encrypted: false,
      blobs: new Map(),
    });
  }
  const [, , last] = (await listBackups(storage)).complete;
  files.set(`backups/${last}/sha256sums`, Buffer.from('damaged'));
  const before = files.size;
  const deletion = deleteOldBackups(storage, { latest: 1, daily: 0, weekly: 0, monthly: 0 }, last!);
  await expect(deletion).rejects.toThrow('is damaged');
  expect(files.size).toBe(before);
});

describe('a policy', () => {
  const days = (first: string, count: number) =>
    Array.from({ length: count }, (_, n) => toBackupName(new Date(Date.parse(first) + n * 86_400_000)));
  const keep = (policy: object, names: readonly string[]) =>
    [...selectKept(names, { latest: 0, daily: 0, weekly: 0, monthly: 0, ...policy })]
      .map((name) => toBackupTime(name).toISOString().slice(0, 10))
      .toSorted();

  test('keeps the latest backup of each of the latest days, weeks and months', () => {
    const names = days('2026-09-01T02:00:00Z', 85);
    expect(keep({ daily: 3 }, names)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24']);
    // Sundays, and the latest day of the current week.
    expect(keep({ weekly: 3 }, names)).toEqual(['2026-11-15', '2026-11-22', '2026-11-24']);
    expect(keep({ monthly: 3 }, names)).toEqual(['2026-09-30', '2026-10-31', '2026-11-24']);
    expect(keep({ daily: 2, monthly: 2 }, names)).toEqual(['2026-10-31', '2026-11-23', '2026-11-24']);
    expect(keep({ latest: 2 }, names)).toEqual(['2026-11-23', '2026-11-24']);
    expect(keep({}, names)).toEqual(['2026-11-24']);
  });
});
