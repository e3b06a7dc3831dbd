import { Kysely, PostgresDialect } from 'kysely';
import { type PoolClient, type PoolConfig, DatabaseError, Pool } from 'pg';
import { statements } from '../diagnostics/channels.ts';
import { PRODUCT_ID } from '../settings/product-name.ts';
import type { Log } from '../diagnostics/log.ts';
import { type ConnectionConfig, Connection } from './connection.ts';
import type { Database } from './tables.ts';
import { columnTypes } from './column-types.ts';
import { isUnreachable } from './connection-errors.ts';

export interface DatabasePool {
  readonly kysely: Kysely<Database>;
  /** The connection pool of `kysely`; ending it closes both. */
  readonly pool: Connections;
}

/** The database role of the site, for any login. It can change neither rows of append-only tables nor table definitions. */
export const APPLICATION_ROLE = `${PRODUCT_ID}_application`;

const MAX_CONNECTIONS = 10;
/** The limit for each statement of the site. */
export const STATEMENT_TIMEOUT_MS = 15_000;
const ABANDONED_TRANSACTION_MS = 60_000;
/** For getting a connection from the pool. */
const CHECKOUT_TIMEOUT_MS = 5_000;
/** A connection that was idle for longer is checked before use. */
const IDLE_MS = 2_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** For a new connection: longer at startup than while users wait. */
const CONNECT_TIMEOUT_MS = { once: 5_000, inPool: 1_200 };

/**
 * Opens a pool on the database at `url` with the privileges of the application role. Connections are opened on demand. Close it with
 * `pool.end()`.
 */
export function connect(url: string, log: Pick<Log, 'error'>): DatabasePool {
  return openDb(url, withApplicationRole(url), log);
}

/** Opens a pool with the privileges of the login in `url`, for tests and benchmarks. */
export function connectAsOwner(url: string, log: Pick<Log, 'error'>): DatabasePool {
  return openDb(url, url, log);
}

/** Sets the role as a connection option, so that `reset role` returns to it instead of the login. */
function withApplicationRole(url: string): string {
  const connection = new URL(url);
  const options = connection.searchParams.get('options');
  connection.searchParams.set('options', [options, `-c role=${APPLICATION_ROLE}`].filter(Boolean).join(' '));
  return connection.href;
}

function openDb(loginUrl: string, url: string, log: Pick<Log, 'error'>): DatabasePool {
  const pool = openPool(loginUrl, log, {
    connectionString: url,
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: ABANDONED_TRANSACTION_MS,
  });
  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: { ...pool, options: {} } }),
    log: (event) => statements.publish(event),
  });
  return { kysely, pool };
}

/** A connection pool that checks connections before it hands them out. */
export interface Connections {
  /** Gets a working connection; return it with `release()`. */
  connect(): Promise<PoolClient>;
  /** Resolves when all connections are closed. */
  end(): Promise<void>;
  getUsage(): PoolUsage;
}

/** How much of a pool is in use. */
export interface PoolUsage {
  readonly active: number;
  readonly idle: number;
  readonly max: number;
  /** Callers that wait for a connection. */
  readonly waiting: number;
}

/** SQLSTATE: the connection limit of the server or the login is reached. */
const TOO_MANY_CONNECTIONS = '53300';
/** How long a pool stays limited to its open connections after it reached the limit. */
const GROWTH_DELAY_MS = 1_000;

/** Opens a pool with the privileges of the login in `url` and without a statement timeout, unless `settings` override them. */
export function openPool(url: string, log: Pick<Log, 'error'>, settings: PoolConfig = {}): Connections {
  const config: ConnectionConfig & PoolConfig = {
    ...connectionConfig(url),
    ...settings,
    connectTimeout: CONNECT_TIMEOUT_MS.inPool,
    failsFast: true,
    connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS,
    Client: Connection,
  };
  const pool = new Pool(config);
  const releasedAt = new WeakMap<PoolClient, number>();
  const { max } = pool.options;
  let lastLoss = 0;
  let opened = 0;
  const waiting = new Set<(error: Error) => void>();

  /**
   * If the server is unreachable, all connections that were idle at the time are suspect, and waiting clients fail at once. Other errors
   * concern one connection only.
   */
  function recordLoss(error: Error): void {
    if (!isUnreachable(error)) return;
    lastLoss = performance.now();
    for (const rejectWaiting of waiting) rejectWaiting(error);
  }
  pool.on('connect', (client) => {
    opened++;
    client.on('error', (error) => {
      log.error({ err: error }, 'a database connection was lost');
      recordLoss(error);
    });
  });
  pool.on('remove', () => opened--);
  pool.on('error', () => {});
  pool.on('release', (_error, client) => releasedAt.set(client, performance.now()));

  async function isUsable(client: PoolClient): Promise<boolean> {
    const connection = client as unknown as Connection;
    const idleSince = releasedAt.get(client);
    if (idleSince === undefined) return true;
    if (idleSince < lastLoss || connection.isEnding) return false;
    return performance.now() - idleSince < IDLE_MS || connection.isResponsive();
  }

  async function acquire(): Promise<PoolClient> {
    const { promise: lost, reject: rejectWaiting } = Promise.withResolvers<never>();
    waiting.add(rejectWaiting);
    const taken = pool.connect();
    try {
      return await Promise.race([taken, lost]);
    } catch (error) {
      taken.then((client) => client.release(), recordLoss);
      throw error;
    } finally {
      waiting.delete(rejectWaiting);
    }
  }

  /** After "too many connections", limits the pool to its open connections, so that the client waits for one of them. */
  function limitByOpened(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.code !== TOO_MANY_CONNECTIONS || opened === 0) throw error;
    pool.options.max = opened;
    setTimeout(() => (pool.options.max = max), GROWTH_DELAY_MS).unref();
  }

  /** `pool.end` does not wait for the server to close the connections: a server that stops then would terminate them as lost ones. */
  function allClosed(): Promise<void> {
    return new Promise((resolve) => {
      const resolveIfClosed = () => void (opened === 0 && resolve());
      pool.on('remove', resolveIfClosed);
      resolveIfClosed();
    });
  }

  return {
    connect: async () => {
      for (;;) {
        const client = await acquire().catch(limitByOpened);
        if (!client) continue;
        if (await isUsable(client)) return client;
        client.release(true);
      }
    },
    end: async () => {
      await pool.end();
      await allClosed();
    },
    getUsage: () => ({
      active: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      max,
      waiting: pool.waitingCount,
    }),
  };
}

/** Opens a single connection with the privileges of the login and without a statement timeout, for listening and migrating. */
export async function openClient(url: string): Promise<Connection> {
  const client = new Connection(connectionConfig(url));
  await client.connect();
  return client;
}

function connectionConfig(url: string): ConnectionConfig {
  return {
    connectionString: url,
    loginUrl: url,
    connectTimeout: CONNECT_TIMEOUT_MS.once,
    failsFast: false,
    application_name: PRODUCT_ID,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types: columnTypes,
  };
}
