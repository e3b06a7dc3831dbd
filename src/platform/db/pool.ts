import { Kysely, PostgresDialect } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import type { PoolClient, PoolConfig } from 'pg';
import { PRODUCT_ID } from '../product.ts';
import type { Log } from '../log.ts';
import { Connection } from './connection.ts';
import type { ConnectionConfig } from './connection.ts';
import type { Database } from './tables.ts';
import { columnTypes } from './column-types.ts';
import { isUnreachable } from './connection-errors.ts';

export interface Db {
  readonly kysely: Kysely<Database>;
  /** The connections under `kysely`; ending the pool closes both. */
  readonly pool: Connections;
}

/** The role by which the site works, whatever the login: it may not change what is in the audit trail, nor any table. */
export const APPLICATION_ROLE = `${PRODUCT_ID}_application`;

const MAX_CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
const ABANDONED_TRANSACTION_MS = 60_000;
/** For one of the connections to become free. */
const CHECKOUT_TIMEOUT_MS = 5_000;
/** A connection that was not used for this long may have fallen silent since. */
const IDLE_MS = 2_000;
const KEEP_ALIVE_AFTER_MS = 10_000;
/** For a new connection: while the site starts there is time, while people wait there is not. */
const CONNECT_TIMEOUT_MS = { once: 5_000, inPool: 1_200 };

/**
 * Opens a pool on the database at `url`, with the rights of the application; connections are made as they are needed. Close it with
 * `pool.end()`.
 */
export function connect(url: string, log: Pick<Log, 'error'>): Db {
  return openDb(url, withApplicationRole(url), log);
}

/** The same with all rights of the login in `url`, for tests and measurements that prepare what the application may not. */
export function connectAsOwner(url: string, log: Pick<Log, 'error'>): Db {
  return openDb(url, url, log);
}

/** What a connection has from its beginning stands also after `reset role`. */
function withApplicationRole(url: string): string {
  const connection = new URL(url);
  const options = connection.searchParams.get('options');
  connection.searchParams.set('options', [options, `-c role=${APPLICATION_ROLE}`].filter(Boolean).join(' '));
  return connection.href;
}

function openDb(loginUrl: string, url: string, log: Pick<Log, 'error'>): Db {
  const pool = openPool(loginUrl, log, {
    connectionString: url,
    max: MAX_CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: ABANDONED_TRANSACTION_MS,
  });
  return { kysely: new Kysely<Database>({ dialect: new PostgresDialect({ pool: { ...pool, options: {} } }) }), pool };
}

/** Connections that are made as they are needed, and of which one that was lost is not handed out again. */
export interface Connections {
  /** Takes a connection that works; give it back with `release()`. */
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

/** Of PostgreSQL: it, or the login, has as many connections as it may have. */
const TOO_MANY_CONNECTIONS = '53300';
/** After this long, a pool that was refused a connection tries to have its full number again. */
const GROWTH_DELAY_MS = 1_000;

/** Opens connections with all rights of the login in `url`, without a statement timeout, unless `settings` say otherwise. */
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
   * Where nobody answers, connections that have been idle since are not to be trusted, and whoever waits for one need not wait in
   * vain. Any other error is of one connection alone.
   */
  function recordLoss(error: Error): void {
    if (!isUnreachable(error)) return;
    lastLoss = performance.now();
    for (const giveUp of waiting) giveUp(error);
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
    return performance.now() - idleSince < IDLE_MS || connection.answers();
  }

  async function acquire(): Promise<PoolClient> {
    const { promise: lost, reject: giveUp } = Promise.withResolvers<never>();
    waiting.add(giveUp);
    const taken = pool.connect();
    try {
      return await Promise.race([taken, lost]);
    } catch (error) {
      taken.then((client) => client.release(), recordLoss);
      throw error;
    } finally {
      waiting.delete(giveUp);
    }
  }

  /** Has whoever could not have a further connection wait for one of those that there are. */
  function limitByOpened(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.code !== TOO_MANY_CONNECTIONS || opened === 0) throw error;
    pool.options.max = opened;
    setTimeout(() => (pool.options.max = max), GROWTH_DELAY_MS).unref();
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
    end: () => pool.end(),
  };
}

/** Opens one connection of its own, as the owner and without a statement timeout, for listening and migrating. End it with `end()`. */
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
