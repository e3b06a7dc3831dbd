import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { PRODUCT_ID } from '../product.ts';
import type { Log } from '../log.ts';
import { accountForDirectory } from './embedded/system-account.ts';
import { locatePrograms } from './embedded/binaries.ts';
import { ensureCluster, SUPERUSER } from './embedded/cluster.ts';
import type { Cluster } from './embedded/cluster.ts';
import { stopOrphanedServers } from './embedded/orphaned-servers.ts';
import { describeHolder, acquireLock } from './embedded/data-dir-lock.ts';
import { launch } from './embedded/postmaster.ts';
import type { Postmaster, Settings } from './embedded/postmaster.ts';
import { openSocketFolder } from './embedded/socket-folder.ts';
import { openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';
import { isUnavailable } from './connection-errors.ts';

/** A PostgreSQL server of our own, or our place at one that another process runs. */
export interface EmbeddedServer {
  /** Connection URL of the application's database. */
  readonly url: string;
  /** Stops the server, ending what is still connected; where another process runs it, leaves it. May be called again. */
  stop(): Promise<void>;
}

const DATABASE = PRODUCT_ID;
const POLL_MS = 20;
/** Before a server that ended by itself is started again. */
const RESTART_MS = 500;
/** Long enough for a server that crashed to replay its log. */
const READY_TIMEOUT_MS = 300_000;

/** Another live process runs the server. */
export class DataDirInUseError extends StartupError {}

/**
 * Starts PostgreSQL on `dataDir`/postgres, making it the first time. Refuses while another live process runs it.
 * `settings` override the server's own, for tests that need no durability. The caller handles signals and calls `stop`.
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

/** Joins the server that a live process runs on `dataDir`, as a command beside the running site does, or starts one. */
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
  const account = await accountForDirectory(directory);
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
    // A server that has cut us off knows more than we do.
    throw isUnavailable(error) ? await postmaster.ended : error;
  }
  const running = restartOnExit(postmaster, run, log);
  return { url: connectionUrl(socket.path, DATABASE), stop: () => running.stop().finally(socket.remove) };
}

/** Starts the server again whenever it ends by itself, as it does while its disk is full, until it is stopped. */
function restartOnExit(
  postmaster: Postmaster,
  run: () => Promise<Postmaster>,
  log: Pick<Log, 'warn'>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = postmaster;
  const finished = keepStarting();
  return {
    stop: async () => {
      stopping.abort();
      await current.stop();
      await finished;
    },
  };

  async function keepStarting(): Promise<void> {
    for (;;) {
      const reason = await current.ended;
      if (stopping.signal.aborted) return;
      log.warn({ err: reason }, 'the embedded PostgreSQL ended by itself and is started again');
      await delay(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      await run().then(
        (started) => (current = started),
        (error: unknown) => log.warn({ err: error }, 'the embedded PostgreSQL could not be started'),
      );
      if (stopping.signal.aborted) await current.stop();
    }
  }
}

async function prepareDataDir(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o700 });
    await access(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartupError(
      `The data cannot be kept in ${home} (${(error as NodeJS.ErrnoException).code}): set DATA_DIR.`,
    );
  }
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
