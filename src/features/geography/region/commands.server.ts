import { sql } from 'kysely';
import { ConfigError } from '../../../platform/settings/config.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { assertRegion, getRegion } from './queries.server.ts';

/**
 * Records the region of a new database, whose pages, options and search places are read from the region only once. Checks it in any other.
 * The time zone is recorded at each start.
 * @throws {ConfigError} when REGION selects another region than that of the database, or PostgreSQL does not know its time zone
 */
export async function claimRegion(db: Db): Promise<void> {
  const { name, timeZone: time_zone } = getRegion();
  await assertTimeZoneKnown(db, time_zone);
  await db
    .insertInto('site_region')
    .values({ name, time_zone })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const recorded = await db.selectFrom('site_region').select(['name', 'time_zone']).executeTakeFirstOrThrow();
  assertRegion(recorded.name);
  if (recorded.time_zone !== time_zone) await db.updateTable('site_region').set({ time_zone }).execute();
}

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER_VALUE = '22023';

/** PostgreSQL has its own time zone data, which can be older than that of Node. @throws {ConfigError} */
export async function assertTimeZoneKnown(db: Db, timeZone: string): Promise<void> {
  try {
    await sql`select now() at time zone ${timeZone}`.execute(db);
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_PARAMETER_VALUE) throw error;
    throw new ConfigError(
      `REGION: PostgreSQL does not know the time zone ${timeZone} of the region: update the server`,
    );
  }
}
