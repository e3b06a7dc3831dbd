import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { TEAM_FIELDS, type TeamFields } from './team-fields.ts';

/** What the Locations Team alone fills in of a location that there is. */
export async function teamFields(db: Kysely<Database>, id: string): Promise<TeamFields> {
  const row = await db.selectFrom('locations').select(TEAM_FIELDS).where('id', '=', id).executeTakeFirstOrThrow();
  const { exporttowebsite, visited, featured, locationidentifier, ...texts } = row;
  return {
    ...(Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, text ?? ''])) as Omit<
      TeamFields,
      'exporttowebsite' | 'visited' | 'featured' | 'locationidentifier'
    >),
    ...{ exporttowebsite, visited, featured, locationidentifier },
  };
}
