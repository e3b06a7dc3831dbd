import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The right to use a data directory, held by one process at a time. */
export interface Lock {
  release(): Promise<void>;
}

const SQLITE_BUSY = 5;

/**
 * Takes the lock of `dataDir`, or returns nothing where a live process holds it. The operating system keeps the lock
 * and drops it when the holder dies, however it dies, so no process id is ever mistaken for another's. Node reaches such
 * locks only through SQLite; the lock file stays empty.
 */
export async function takeLock(dataDir: string): Promise<Lock | undefined> {
  const file = new DatabaseSync(join(dataDir, 'recce.lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  await writeFile(holderFile(dataDir), `${process.pid}\n`);
  return {
    async release() {
      await rm(holderFile(dataDir), { force: true });
      file.close();
    },
  };
}

/** How to name the process that holds the lock to a person. */
export async function describeHolder(dataDir: string): Promise<string> {
  const pid = await readFile(holderFile(dataDir), 'utf8').catch(() => '');
  return pid ? `another Recce process (${pid.trim()})` : 'another Recce process';
}

function holderFile(dataDir: string): string {
  return join(dataDir, 'recce.pid');
}
