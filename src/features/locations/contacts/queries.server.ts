import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Contact } from './schema.ts';

/** All contacts of a location, the primary one first, then in the order in which they were added. */
export async function contactsOf(db: Kysely<Database>, locationId: string): Promise<Contact[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'version', 'firstname', 'lastname', 'telephone', 'email', 'is_primary as primary'])
    .where('location_id', '=', locationId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
