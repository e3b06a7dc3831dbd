import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PRODUCT_ID, PRODUCT_NAME } from '../../product.ts';
import { StartupError } from '../startup-error.ts';

/** The right to use a data directory, held by one process at a time. */
export interface Lock {
  release(): Promise<void>;
}

const SQLITE = { BUSY: 5, FULL: 13 };

/**
 * Takes the lock of `dataDir`, or returns nothing where a live process holds it. The operating system keeps the lock
 * and drops it when the holder dies, however it dies, so no process id is ever mistaken for another's. Node reaches such
 * locks only through SQLite; the lock file stays empty.
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
  return new StartupError(`${path} cannot be used to lock the folder (${message}): move it away, then start again.`);
}

/** How to name the process that holds the lock to a person. */
export async function describeHolder(dataDir: string): Promise<string> {
  const pid = await readFile(holderFile(dataDir), 'utf8').catch(() => '');
  return pid ? `another ${PRODUCT_NAME} process (${pid.trim()})` : `another ${PRODUCT_NAME} process`;
}

function holderFile(dataDir: string): string {
  return join(dataDir, `${PRODUCT_ID}.pid`);
}
