import { ConfigError } from '../../../platform/config.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { getRegion } from './queries.server.ts';

/**
 * Records the region of a new database, whose pages, options and search places are read from the region only once. Checks it in any other.
 * @throws {ConfigError} when REGION selects another region than that of the database
 */
export async function claimRegion(db: Db): Promise<void> {
  const { name } = getRegion();
  await db
    .insertInto('site_region')
    .values({ name })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const recorded = await db.selectFrom('site_region').select('name').executeTakeFirstOrThrow();
  if (recorded.name === name) return;
  throw new ConfigError(
    `REGION: the database belongs to ${recorded.name}, and the setting selects ${name}: set it to the region of the database`,
  );
}
