import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool } from 'pg';
import type { ClientConfig } from 'pg';
import type { Log } from '../log.ts';
import type { Database } from './tables.ts';
import { columnTypes } from './types.ts';

export interface Db {
  readonly kysely: Kysely<Database>;
  /** The connections under `kysely`; ending the pool closes both. */
  readonly pool: Pool;
}

/** The role by which the site works, whatever the login: it may not change what is in the audit trail, nor any table. */
export const APPLICATION_ROLE = 'recce_application';

const CONNECTIONS = 10;
const STATEMENT_TIMEOUT_MS = 15_000;
const ABANDONED_TRANSACTION_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Opens a pool on the database at `url`, with the rights of the application; connections are made as they are needed. Close it with
 * `pool.end()`.
 */
export function connect(url: string, log: Pick<Log, 'error'>): Db {
  return openPool(asApplication(url), log);
}

/** The same with all rights of the login in `url`, for tests and measurements that prepare what the application may not. */
export function connectAsOwner(url: string, log: Pick<Log, 'error'>): Db {
  return openPool(url, log);
}

/** What a connection has from its beginning stands also after `reset role`. */
function asApplication(url: string): string {
  const connection = new URL(url);
  const options = connection.searchParams.get('options');
  connection.searchParams.set('options', [options, `-c role=${APPLICATION_ROLE}`].filter(Boolean).join(' '));
  return connection.href;
}

function openPool(url: string, log: Pick<Log, 'error'>): Db {
  const pool = new Pool({
    ...clientConfig(url),
    max: CONNECTIONS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: ABANDONED_TRANSACTION_MS,
  });
  // A connection in use fails its query, an idle one nobody: without a listener either would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.error({ err: error }, 'a database connection was lost')),
  );
  pool.on('error', () => {});
  return { kysely: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}

/** Opens one connection of its own, as the owner and without a statement timeout, for listening and migrating. End it with `end()`. */
export async function openClient(url: string): Promise<Client> {
  const client = new Client(clientConfig(url));
  await client.connect();
  return client;
}

function clientConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'recce',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    types: columnTypes,
  };
}
