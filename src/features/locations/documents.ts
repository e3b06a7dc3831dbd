import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';

/** Lists the documents of a location, latest first. Another feature stores them, and the server passes this function in. */
export type ListDocuments = (
  db: Kysely<Database>,
  locationId: string,
) => Promise<readonly { readonly id: string; readonly name: string }[]>;
