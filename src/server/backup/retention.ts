import type { Key, Storage } from '../../platform/storage/storage.ts';
import { DAY_MS } from '../../platform/text/durations.ts';
import { deleteBackup, listBackups, readChecksums, toBackupTime } from './backups.ts';
import { BLOB_FOLDERS } from './blobs.ts';
import { forEachInParallel } from './parallel.ts';

/** How many backups to keep: the latest ones, and the latest of each day, week and month for a number of days, weeks and months (UTC). */
export interface RetentionPolicy {
  readonly latest: number;
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

const MAX_PARALLEL_DELETIONS = 8;

/** Returns the day, the week from Monday, or the month of a time. */
const PERIODS: Readonly<Record<'daily' | 'weekly' | 'monthly', (at: Date) => number | string>> = {
  daily: (at) => Math.floor(at.getTime() / DAY_MS),
  // 1 January 1970 was a Thursday.
  weekly: (at) => Math.floor((at.getTime() / DAY_MS + 3) / 7),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/** Returns which of the backups to keep. Always includes the latest one. */
export function selectKept(names: readonly string[], policy: RetentionPolicy): ReadonlySet<string> {
  const latestFirst = names.toSorted().reverse();
  const kept = new Set(latestFirst.slice(0, Math.max(1, policy.latest)));
  for (const period of ['daily', 'weekly', 'monthly'] as const) {
    const latestOfPeriods = new Map<number | string, string>();
    for (const name of latestFirst) {
      const key = PERIODS[period](toBackupTime(name));
      if (!latestOfPeriods.has(key)) latestOfPeriods.set(key, name);
    }
    for (const name of [...latestOfPeriods.values()].slice(0, policy[period])) kept.add(name);
  }
  return kept;
}

/**
 * Deletes the backups that the policy does not keep, incomplete ones, and the blobs that no backup refers to any more. Interrupted, it
 * leaves complete backups and unused blobs. No other backup to this destination may be running.
 * @param latest a backup to keep regardless of its time, which depends on the clock of the machine
 * @returns the names of the deleted complete backups
 * @throws {BackupError} if the checksums of a backup to be kept are damaged; then nothing is deleted
 */
export async function deleteOldBackups(
  destination: Storage,
  policy: RetentionPolicy,
  latest: string,
): Promise<string[]> {
  const { complete, incomplete } = await listBackups(destination);
  const kept = new Set(selectKept(complete, policy)).add(latest);
  const referenced = new Set<Key>();
  for (const name of kept) for (const key of (await readChecksums(destination, name)).keys()) referenced.add(key);

  const deleted = complete.filter((name) => !kept.has(name));
  for (const name of [...deleted, ...incomplete]) await deleteBackup(destination, name);
  for (const folder of BLOB_FOLDERS) {
    await forEachInParallel(destination.list(folder), MAX_PARALLEL_DELETIONS, async (key) => {
      if (!referenced.has(key)) await destination.delete(key);
    });
  }
  return deleted;
}
