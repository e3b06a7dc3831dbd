import { setTimeout as delay } from 'node:timers/promises';
import { claimRegion } from '../features/geography/region/commands.server.ts';
import { getRegion, selectRegion } from '../features/geography/region/queries.server.ts';
import { type Config, ConfigError } from '../platform/settings/config.ts';
import { type EmbeddedServer, hasDatabase, start, startOrJoin } from '../platform/db/embedded.ts';
import { assertDatabaseSettings, assertPassedOn } from '../platform/db/database-settings.ts';
import { migrate } from '../platform/db/migrate.ts';
import { type PoolUsage, connect } from '../platform/db/pool.ts';
import type { Db } from '../platform/db/transaction.ts';
import type { Log } from '../platform/diagnostics/log.ts';

/** For running statements to finish when the pool is closed; after that their transactions are rolled back. */
const CLOSE_TIMEOUT_MS = 1_000;

export interface OpenDatabase {
  readonly db: Db;
  readonly url: string;
  getPoolUsage(): PoolUsage;
  close(): Promise<void>;
}

/**
 * Selects the region, opens the database at DATABASE_URL or the embedded one, and applies pending migrations.
 * @param mode `start` starts the embedded server; `join`, for commands beside the running site, uses one that already runs
 */
export async function openDatabase(config: Config, log: Log, mode: 'start' | 'join'): Promise<OpenDatabase> {
  selectRegion(config.region);
  // An invalid region is reported before anything starts.
  getRegion();
  const server = await openServer(config, log, mode);
  try {
    await assertDatabaseSettings(server.url);
    await migrate(server.url, log);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const { kysely, pool } = connect(server.url, log);
  const close = async () => {
    await Promise.race([pool.end(), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    await server.stop();
  };
  try {
    await assertPassedOn(pool, server.url);
    await claimRegion(kysely);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: kysely,
    url: server.url,
    getPoolUsage: () => pool.getUsage(),
    close,
  };
}

/**
 * Commands beside the site would otherwise create an empty database if they lack its settings, and report success.
 * @throws {ConfigError} if there is neither DATABASE_URL nor an embedded database
 */
export function assertDatabaseExists({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || hasDatabase(dataDir)) return;
  throw new ConfigError(
    `DATABASE_URL: is not set, and ${dataDir} has no embedded database: pass the settings of the site, ` +
      'for example with --env-file=FILE, or set DATA_DIR',
  );
}

/** Returns the URL of DATABASE_URL or of the embedded server, which it starts or joins, without changing the database. */
export async function openServer(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: Log,
  mode: 'start' | 'join',
): Promise<EmbeddedServer> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} };
  return (mode === 'start' ? start : startOrJoin)(config.dataDir, log);
}
