import { constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../diagnostics/log.ts';
import { nullIfFileMissing } from '../../files/null-if-file-missing.ts';
import { StartupError } from '../startup-error.ts';
import type { Cluster } from './cluster.ts';
import { FAST_SHUTDOWN_MS } from './postmaster.ts';
import { readPostmasterPid, findServers } from './processes.ts';

const POLL_MS = 20;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/** Stops servers that a dead parent process left running on the cluster, and makes their lock files harmless. */
export async function stopOrphanedServers({ directory }: Cluster, log: Pick<Log, 'warn'>): Promise<void> {
  const servers = await findServers(directory);
  if (servers.length > 0) {
    log.warn('stopping an orphaned PostgreSQL server');
    await stopServers(directory, servers);
  }
  await takeOverLockFile(join(directory, 'postmaster.pid'));
  await takeOverLockFile(join(directory, '.s.PGSQL.5432.lock'));
}

async function stopServers(directory: string, servers: readonly number[]): Promise<void> {
  const postmaster = await readPostmasterPid(directory);
  if (postmaster !== undefined && servers.includes(postmaster)) signal([postmaster], 'SIGINT');
  else signal(servers, 'SIGQUIT');
  if (await waitForExit(directory, FAST_SHUTDOWN_MS)) return;
  signal(await findServers(directory), 'SIGQUIT');
  if (await waitForExit(directory, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new StartupError(
    `A PostgreSQL server on ${directory} does not stop (${(await findServers(directory)).join(', ')}).`,
  );
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function waitForExit(directory: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while ((await findServers(directory)).length > 0) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/**
 * Writes our own pid into a lock file that a crash left behind. Otherwise PostgreSQL would refuse to start if the pid in it now belongs
 * to another process of the same user; it ignores the pid of its parent. The file is not deleted, since PostgreSQL also checks the
 * shared memory key in it. A symbolic link is not followed: we may be root, the server is not.
 */
async function takeOverLockFile(lockFile: string): Promise<void> {
  const file = await open(lockFile, constants.O_RDWR | constants.O_NOFOLLOW).catch(nullIfFileMissing);
  if (!file) return;
  try {
    const content = await file.readFile('utf8');
    // Overwritten in place, which works on a full disk.
    const { bytesWritten } = await file.write(content.replace(/^\d+/, String(process.pid)), 0);
    await file.truncate(bytesWritten);
  } finally {
    await file.close();
  }
}
