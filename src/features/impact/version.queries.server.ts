import type { Db } from '../../platform/db/transaction.ts';

/** The version of the figures and the survey of a production; 0 before the first change. */
export async function getVersion(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('production_impact')
    .select('version')
    .where('production_id', '=', id)
    .executeTakeFirst();
  return row?.version ?? 0;
}
