import type { Config } from '../../platform/config.ts';
import { hasDatabase } from '../../platform/db/embedded.ts';
import { openClient } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { openServer } from '../database.ts';

/** Whether an address has an account, in a database that may have no tables yet, or those of an earlier release. Changes nothing. */
export async function hasAccount(config: Config, log: Log, address: string): Promise<boolean> {
  if (!config.databaseUrl && !hasDatabase(config.dataDir)) return false;
  const server = await openServer(config, log, 'join');
  try {
    const client = await openClient(server.url);
    try {
      const { rowCount: tables } = await client.query(`select where to_regclass('users') is not null`);
      if (tables === 0) return false;
      const { rowCount } = await client.query('select from users where lower(email) = lower($1)', [address]);
      return rowCount !== 0;
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}
