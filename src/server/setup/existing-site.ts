import type { Config } from '../../platform/settings/config.ts';
import { hasDatabase } from '../../platform/db/embedded.ts';
import { hasTable } from '../../platform/db/has-table.ts';
import { openClient } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/diagnostics/log.ts';
import { openServer } from '../database.ts';

/** The existing site when setup is run again. */
interface ExistingSite {
  /** Name of the region; null if none is recorded. */
  readonly region: string | null;
  readonly hasAccount: boolean;
}

/** Looks for an account and the region in a database that may have no tables yet, or those of an earlier release. Changes nothing. */
export async function readExistingSite(config: Config, log: Log, address: string): Promise<ExistingSite> {
  if (!config.databaseUrl && !hasDatabase(config.dataDir)) return { region: null, hasAccount: false };
  const server = await openServer(config, log, 'join');
  try {
    const client = await openClient(server.url);
    try {
      const [region] = (await hasTable(client, 'site_region'))
        ? (await client.query<{ name: string }>('select name from site_region')).rows
        : [];
      const accounts = (await hasTable(client, 'users'))
        ? await client.query('select from users where lower(email) = lower($1)', [address])
        : null;
      return { region: region?.name ?? null, hasAccount: accounts !== null && accounts.rowCount !== 0 };
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}
