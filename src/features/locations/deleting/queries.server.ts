import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';

/** Counts the locations that are deleted with an account, and how many of them are published. */
export async function countLocationsDeletedWith(
  db: Db,
  ownerId: string,
): Promise<{ locations: number; published_locations: number }> {
  const { rows } = await sql<{ locations: number; published_locations: number }>`
    select count(*) as locations, count(p.id) as published_locations
    from locations l left join published_locations p on p.id = l.id where l.owner_id = ${ownerId}`.execute(db);
  return rows[0]!;
}
