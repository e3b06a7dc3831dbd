import { execFile } from 'node:child_process';
import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_ID, PRODUCT_NAME } from '../../settings/product-name.ts';
import { StartupError } from '../startup-error.ts';
import type { SystemAccount } from './system-account.ts';

const execFileAsync = promisify(execFile);

/** A PostgreSQL cluster: its data directory, and the binaries and account that run it. */
export interface Cluster {
  readonly directory: string;
  /** The folder with bin, lib and share. */
  readonly programs: string;
  readonly account: SystemAccount | undefined;
}

export const SUPERUSER = PRODUCT_ID;

/**
 * Returns the options for running a PostgreSQL program on the cluster. The account may not be able to enter the parent folders of the
 * cluster, so the program starts inside it (the directory is changed as root) and gets its data directory as /proc/self/cwd.
 */
export function getCommandOptions({ directory, account }: Cluster) {
  return {
    data: account ? '/proc/self/cwd' : directory,
    // A clean environment: PGPORT, PGDATA or the locale of the caller must not affect the server.
    options: { ...account, cwd: directory, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } },
  };
}

/** Creates the cluster unless it exists. Renamed into place when complete, so that an interrupted start leaves no partial cluster. */
export async function ensureCluster(cluster: Cluster, durable: boolean): Promise<void> {
  if (await stat(cluster.directory).catch(() => undefined)) return assertReadable(cluster);
  const temporary = { ...cluster, directory: `${cluster.directory}.new` };
  await rm(temporary.directory, { recursive: true, force: true });
  await mkdir(temporary.directory, { mode: 0o700 });
  if (cluster.account) await chown(temporary.directory, cluster.account.uid, cluster.account.gid);
  await createCluster(temporary, durable);
  await rename(temporary.directory, cluster.directory);
  if (durable) await sync(dirname(cluster.directory));
}

/**
 * Extensions classify letters by the locale of the system, which in C has those of ASCII only. A system without C.UTF-8 gets C, as clusters of
 * previous versions have.
 */
async function createCluster(cluster: Cluster, durable: boolean): Promise<void> {
  try {
    await initialise(cluster, durable, 'C.UTF-8');
  } catch (error) {
    if (!(error as Error).message.includes('invalid locale name')) throw error;
    await initialise(cluster, durable, 'C');
  }
}

async function initialise(cluster: Cluster, durable: boolean, characterTypes: string): Promise<void> {
  const { data, options } = getCommandOptions(cluster);
  const flags = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // The built-in locale is the same on every machine, and system updates cannot corrupt indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterTypes}`,
    // The only access is the socket in the data directory, which only the owner can enter.
    '--auth-local=trust',
    '--auth-host=reject',
    ...(durable ? [] : ['--no-sync']),
  ];
  try {
    await execFileAsync(join(cluster.programs, 'bin', 'initdb'), flags, options);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const reason = stderr?.split('\n').find((line) => line.startsWith('initdb: error')) ?? stderr ?? message;
    throw new StartupError(
      `The embedded PostgreSQL server could not create its data directory: ${reason.trim()}. ${formatRecoveryHint(reason, cluster)}`,
    );
  }
}

/** Returns what to do about a server that exited for this reason. */
export function formatRecoveryHint(reason: string, { directory }: Pick<Cluster, 'directory'>): string {
  if (reason.includes('No space left')) return 'Free some space on its disk, then start again.';
  return `If the folder is damaged, restore ${directory} from a backup; nothing in it was changed.`;
}

async function assertReadable(cluster: Cluster): Promise<void> {
  const found = await stat(cluster.directory);
  if (!found.isDirectory())
    throw new StartupError(`${cluster.directory} is not a folder: move it away, then start again.`);
  const { uid } = found;
  const ownUid = process.getuid?.();
  if (ownUid === 0 || uid === ownUid) return;
  throw new StartupError(
    `${cluster.directory} belongs to another user (${uid}): start ${PRODUCT_NAME} as that user, or as root.`,
  );
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
