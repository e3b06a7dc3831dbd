import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Outcome } from './schema.ts';

/** Returns the outcome of an enquiry; null if none is recorded. */
export async function getOutcome(db: Db, enquiryId: string): Promise<Outcome | null> {
  const { rows } = await sql<Outcome>`
    select case when filmed then 'YES' else 'NO' end as filmed, days as filming_days, spend, ${AREAS} as areas
    from enquiry_outcomes o where o.enquiry_id = ${enquiryId}`.execute(db);
  return rows[0] ?? null;
}

/** The names of the areas of outcome `o`: those of today, or the last ones of deleted areas. */
export const AREAS: RawBuilder<string[]> = sql`array(
  select coalesce(op.name, oa.name) from enquiry_outcome_areas oa left join options op on op.id = oa.option_id
  where oa.outcome_id = o.id order by 1)`;

/** Lists the areas that an outcome can have: the local authorities, in their order. */
export async function listAreas(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('options')
    .select('name')
    .where('field', '=', 'localauthority')
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ name }) => name);
}

/** The areas of the locations of an enquiry. */
export async function listLocationAreas(db: Db, enquiryId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct o.name
    from enquiry_locations el
    join location_options lo on lo.location_id = el.location_id and lo.field = 'localauthority'
    join options o on o.id = lo.option_id
    where el.enquiry_id = ${enquiryId} order by o.name`.execute(db);
  return rows.map(({ name }) => name);
}
