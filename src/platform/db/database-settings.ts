import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { escapeIdentifier } from 'pg';
import { APPLICATION_ROLE, type Connections, STATEMENT_TIMEOUT_MS, openClient } from './pool.ts';
import { StartupError } from './startup-error.ts';

/** Within which a notification arrives on a busy server. */
const NOTIFICATION_TIMEOUT_MS = 5_000;
/** SQLSTATE of a pooler that does not know a startup parameter. */
const PROTOCOL_VIOLATION = '08P01';
const REMEDY =
  'Let DATABASE_URL lead to PostgreSQL itself, or to a pooler in session mode that passes on startup parameters.';

/**
 * Checks settings of the database on which statements rely, before anything is written.
 * @throws {StartupError} with the setting and what to do
 */
export async function assertDatabaseSettings(url: string): Promise<void> {
  const client = await openClient(url);
  try {
    const { rows } = await client.query<{ encoding: string; dates: string; lower: string; name: string }>(`
      select current_setting('server_encoding') as encoding, current_setting('DateStyle') as dates,
        lower('I') as lower, current_database() as name`);
    const { encoding, dates, lower, name } = rows[0]!;
    if (encoding !== 'UTF8')
      throw new StartupError(
        `The encoding of the database ${name} is ${encoding}: create one with "create database … template template0 encoding 'UTF8'".`,
      );
    if (!dates.startsWith('ISO'))
      throw new StartupError(
        `DateStyle of the database ${name} is ${dates}: run "alter database ${name} set datestyle = 'ISO, DMY'", also for the role of DATABASE_URL.`,
      );
    // Turkish and Azerbaijani have an i without dot.
    if (lower !== 'i')
      throw new StartupError(
        `The database ${name} has a locale in which lower('I') is ${lower}: create one with "create database … template template0 locale 'C.UTF-8'".`,
      );
  } finally {
    await client.end();
  }
}

/**
 * Checks that the connections of the site are what it asks for. A pooler may drop startup parameters: the site would then run as the owner
 * of its tables, without timeouts, and one in transaction mode hears no notification.
 * @throws {StartupError} with the setting and what to do
 */
export async function assertPassedOn(pool: Pick<Connections, 'connect'>, url: string): Promise<void> {
  const client = await pool.connect().catch((error: Error & { code?: string }) => {
    if (error.code !== PROTOCOL_VIOLATION) throw error;
    throw new StartupError(`The connection pooler refuses a setting of the site (${error.message}). ${REMEDY}`);
  });
  try {
    const { rows } = await client.query<{ user: string; timeout: string }>(
      `select current_user as "user", (select setting from pg_settings where name = 'statement_timeout') as timeout`,
    );
    const { user, timeout } = rows[0]!;
    if (user !== APPLICATION_ROLE)
      throw new StartupError(
        `The connection pooler drops the startup parameter options: the role is ${user} instead of ${APPLICATION_ROLE}. ${REMEDY}`,
      );
    if (Number(timeout) !== STATEMENT_TIMEOUT_MS)
      throw new StartupError(
        `The connection pooler drops the startup parameter statement_timeout, which is ${timeout} ms instead of ${STATEMENT_TIMEOUT_MS}. ${REMEDY}`,
      );
    const notify = (channel: string) => client.query(`select pg_notify($1, '')`, [channel]);
    if (!(await isNotified(url, notify)))
      throw new StartupError(`LISTEN receives no notification through the connection pooler. ${REMEDY}`);
  } finally {
    client.release();
  }
}

async function isNotified(url: string, notify: (channel: string) => Promise<unknown>): Promise<boolean> {
  const channel = `check_${randomUUID()}`;
  const listener = await openClient(url);
  try {
    await listener.query(`listen ${escapeIdentifier(channel)}`);
    const heard = once(listener, 'notification', { signal: AbortSignal.timeout(NOTIFICATION_TIMEOUT_MS) });
    await notify(channel);
    return await heard.then(
      () => true,
      () => false,
    );
  } finally {
    await listener.end();
  }
}
