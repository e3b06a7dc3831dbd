import { execFile } from 'node:child_process';
import { chown, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PRODUCT_ID, PRODUCT_NAME } from '../../product.ts';
import { StartupError } from '../startup-error.ts';
import type { SystemAccount } from './system-account.ts';

const execFileAsync = promisify(execFile);

/** PostgreSQL's files, and how its programs are started on them. */
export interface Cluster {
  readonly directory: string;
  /** The folder that holds bin, lib and share. */
  readonly programs: string;
  readonly account: SystemAccount | undefined;
}

export const SUPERUSER = PRODUCT_ID;

/**
 * How to start one of PostgreSQL's programs on the cluster. Its account may be unable to enter the folders above the
 * cluster, so it starts inside (the change of folder happens as root) and knows its data only as "where I am".
 */
export function commandOptions({ directory, account }: Cluster) {
  return {
    data: account ? '/proc/self/cwd' : directory,
    // An environment of our own: PGPORT, PGDATA or a foreign locale of the caller must not steer the server.
    options: { ...account, cwd: directory, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } },
  };
}

/** Makes the cluster's files unless they exist. A start that dies half-way leaves nothing under the final name. */
export async function ensureCluster(cluster: Cluster, durable: boolean): Promise<void> {
  if (await stat(cluster.directory).catch(() => undefined)) return assertReadable(cluster);
  const unfinished = { ...cluster, directory: `${cluster.directory}.new` };
  await rm(unfinished.directory, { recursive: true, force: true });
  await mkdir(unfinished.directory, { mode: 0o700 });
  if (cluster.account) await chown(unfinished.directory, cluster.account.uid, cluster.account.gid);
  await initialise(unfinished, durable);
  await rename(unfinished.directory, cluster.directory);
  if (durable) await sync(dirname(cluster.directory));
}

async function initialise(cluster: Cluster, durable: boolean): Promise<void> {
  const { data, options } = commandOptions(cluster);
  const flags = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    // PostgreSQL's own locale: the same on every machine, and no system update can corrupt an index.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // The socket lies in the cluster's folder, which only its owner can enter; there is no other way in.
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
      `The embedded PostgreSQL could not create its folder: ${reason.trim()}. ${adviseOn(reason, cluster)}`,
    );
  }
}

/** What to do where the server does not run for this reason. */
export function adviseOn(reason: string, { directory }: Pick<Cluster, 'directory'>): string {
  if (reason.includes('No space left')) return 'Free some space on its disk, then start again.';
  return `If the folder is damaged, restore ${directory} from a backup; nothing in it was changed.`;
}

async function assertReadable(cluster: Cluster): Promise<void> {
  const found = await stat(cluster.directory);
  if (!found.isDirectory())
    throw new StartupError(`${cluster.directory} is not a folder: move it away, then start again.`);
  const { uid } = found;
  const ours = process.getuid?.();
  if (ours === 0 || uid === ours) return;
  throw new StartupError(
    `${cluster.directory} belongs to another user (${uid}): start ${PRODUCT_NAME} as that user, or as root.`,
  );
}

async function sync(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}
