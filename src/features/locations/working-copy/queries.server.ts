import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { TEAM_FIELDS, type TeamFields } from '../fields/lookup.ts';
import { fromColumns } from '../fields/values.ts';

/** What the Locations Team alone fills in of a location that there is. */
export async function teamFields(db: Kysely<Database>, id: string): Promise<TeamFields> {
  const row = await db.selectFrom('locations').select(TEAM_FIELDS).where('id', '=', id).executeTakeFirstOrThrow();
  return fromColumns(TEAM_FIELDS, row);
}
