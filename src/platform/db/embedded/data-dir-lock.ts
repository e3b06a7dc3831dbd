import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PRODUCT_ID, PRODUCT_NAME } from '../../settings/product-name.ts';
import { StartupError } from '../startup-error.ts';

/** The exclusive lock of a data directory. */
export interface Lock {
  release(): Promise<void>;
}

const SQLITE = { BUSY: 5, FULL: 13 };

/**
 * Locks `dataDir`; returns undefined if another process holds the lock. It is a file lock of the operating system, released when the
 * process dies, so that there are no stale locks. Node offers such locks only through SQLite; the lock file stays empty.
 */
export async function acquireLock(dataDir: string): Promise<Lock | undefined> {
  const file = tryLock(join(dataDir, `${PRODUCT_ID}.lock`));
  if (!file) return undefined;
  try {
    await writeFile(holderFile(dataDir), `${process.pid}\n`);
  } catch (error) {
    file.close();
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    throw unusableLockError(holderFile(dataDir), error as Error);
  }
  return {
    async release() {
      await rm(holderFile(dataDir), { force: true });
      file.close();
    },
  };
}

function tryLock(path: string): DatabaseSync | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec('BEGIN EXCLUSIVE');
    return file;
  } catch (error) {
    file?.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === SQLITE.BUSY) return undefined;
    if (errcode === SQLITE.FULL) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    throw unusableLockError(path, error as Error);
  }
}

function unusableLockError(path: string, { message }: Error): StartupError {
  return new StartupError(`${path} cannot be used as a lock file (${message}): move it away, then start again.`);
}

/** Describes the process that holds the lock, for error messages. */
export async function describeHolder(dataDir: string): Promise<string> {
  const pid = await readFile(holderFile(dataDir), 'utf8').catch(() => '');
  return pid ? `another ${PRODUCT_NAME} process (${pid.trim()})` : `another ${PRODUCT_NAME} process`;
}

function holderFile(dataDir: string): string {
  return join(dataDir, `${PRODUCT_ID}.pid`);
}
