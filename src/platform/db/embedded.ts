import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { createFolder } from '../files/create-folder.ts';
import { PRODUCT_ID } from '../settings/product-name.ts';
import type { Log } from '../diagnostics/log.ts';
import { getAccount } from './embedded/system-account.ts';
import { locatePrograms } from './embedded/binaries.ts';
import { type Cluster, ensureCluster, SUPERUSER } from './embedded/cluster.ts';
import { stopOrphanedServers } from './embedded/orphaned-servers.ts';
import { describeHolder, acquireLock } from './embedded/data-dir-lock.ts';
import { type Postmaster, type Settings, launch } from './embedded/postmaster.ts';
import { openSocketFolder } from './embedded/socket-folder.ts';
import { openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';
import { isUnavailable } from './connection-errors.ts';

/** An embedded PostgreSQL server, run by this or another process. */
export interface EmbeddedServer {
  /** Connection URL of the application database. */
  readonly url: string;
  /** Stops the server and closes its connections; if another process runs it, leaves it running. Idempotent. */
  stop(): Promise<void>;
}

const DATABASE = PRODUCT_ID;
const POLL_MS = 20;
/** Delay before a server that exited is restarted. */
const RESTART_MS = 500;
/** Long enough for crash recovery to replay the WAL. */
const READY_TIMEOUT_MS = 300_000;

/** Another process runs the server on this data directory. */
export class DataDirInUseError extends StartupError {}

/**
 * Starts PostgreSQL on `dataDir`/postgres and creates the cluster the first time. The caller handles signals and calls `stop`.
 * @param settings override server settings, for tests that need no durability
 * @throws {DataDirInUseError} if another process uses the directory
 */
export async function start(dataDir: string, log: Pick<Log, 'warn'>, settings: Settings = {}): Promise<EmbeddedServer> {
  const home = resolve(dataDir);
  await prepareDataDir(home);
  const lock = await acquireLock(home);
  if (!lock)
    throw new DataDirInUseError(
      `${home} is in use by ${await describeHolder(home)}: stop it, or set another DATA_DIR.`,
    );
  try {
    const server = await startInDirectory(home, log, settings);
    let stopped: Promise<void> | undefined;
    return { ...server, stop: () => (stopped ??= server.stop().finally(lock.release)) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Joins the server that another process runs on `dataDir`, or starts one. For commands beside the running site. */
export async function startOrJoin(dataDir: string, log: Pick<Log, 'warn'>): Promise<EmbeddedServer> {
  try {
    return await start(dataDir, log);
  } catch (error) {
    if (!(error instanceof DataDirInUseError)) throw error;
  }
  const socket = await openSocketFolder(clusterDirectory(resolve(dataDir)));
  const url = connectionUrl(socket.path, DATABASE);
  await connectOnceReady(url).then((client) => client.end());
  return { url, stop: socket.remove };
}

async function startInDirectory(home: string, log: Pick<Log, 'warn'>, settings: Settings): Promise<EmbeddedServer> {
  const directory = clusterDirectory(home);
  const account = await getAccount(directory);
  const cluster: Cluster = { directory, account, programs: await locatePrograms(account) };
  await ensureCluster(cluster, settings['fsync'] !== 'off');
  const run = async () => {
    await stopOrphanedServers(cluster, log);
    return launch(cluster, join(home, 'postgres.log'), settings);
  };
  const postmaster = await run();
  const socket = await openSocketFolder(directory);
  try {
    await createDatabase(await connectOnceReady(connectionUrl(socket.path, 'postgres'), postmaster));
  } catch (error) {
    await postmaster.stop().finally(socket.remove);
    // If the server exited, its reason says more than the connection error.
    throw isUnavailable(error) ? await postmaster.ended : error;
  }
  const running = restartOnExit(postmaster, run, log);
  return { url: connectionUrl(socket.path, DATABASE), stop: () => running.stop().finally(socket.remove) };
}

/** Restarts the server whenever it exits, for instance on a full disk, until it is stopped. */
function restartOnExit(
  postmaster: Postmaster,
  run: () => Promise<Postmaster>,
  log: Pick<Log, 'warn'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = postmaster;
  const finished = restartUntilStopped();
  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await finished;
    },
  };

  async function restartUntilStopped(): Promise<void> {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log.warn({ err: reason }, 'the embedded PostgreSQL server exited and will be restarted');
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      await run().then(
        (started) => (current = started),
        (error: unknown) => log.warn({ err: error }, 'the embedded PostgreSQL server could not be started'),
      );
      if (stopping.signal.aborted) await current.stop();
    }
  }
}

async function prepareDataDir(home: string): Promise<void> {
  try {
    await createFolder(home, 0o700);
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data directory ${home} cannot be used (${(error as NodeJS.ErrnoException).code}): set DATA_DIR.`,
    );
  }
}

/** Whether a data directory has an embedded database, running or not. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(clusterDirectory(resolve(dataDir)));
}

function clusterDirectory(home: string): string {
  return join(home, 'postgres');
}

function connectionUrl(socketFolder: string, database: string): string {
  return `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

async function connectOnceReady(url: string, server?: Postmaster): Promise<Client> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      return await openClient(url);
    } catch (error) {
      if (server?.hasEnded()) throw await server.ended;
      if (!isStartingUp(error) || Date.now() > deadline) throw error;
    }
    await delay(POLL_MS);
  }
}

function isStartingUp(error: unknown): boolean {
  const CANNOT_CONNECT_NOW = '57P03';
  return ['ENOENT', 'ECONNREFUSED', CANNOT_CONNECT_NOW].includes((error as { code?: string }).code ?? '');
}

async function createDatabase(client: Client): Promise<void> {
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
