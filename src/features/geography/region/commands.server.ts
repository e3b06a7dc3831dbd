import type { Db } from '../../../platform/db/transaction.ts';
import { assertRegion, getRegion } from './queries.server.ts';

/**
 * Records the region of a new database, whose pages, options and search places are read from the region only once. Checks it in any other.
 * @throws {ConfigError} when REGION selects another region than that of the database
 */
export async function claimRegion(db: Db): Promise<void> {
  await db
    .insertInto('site_region')
    .values({ name: getRegion().name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const recorded = await db.selectFrom('site_region').select('name').executeTakeFirstOrThrow();
  assertRegion(recorded.name);
}
