import type { Db } from '../../../platform/db/transaction.ts';

/** Lists the documents of a location, latest first. Another feature stores them, and the server passes this function in. */
export type ListDocuments = (
  db: Db,
  locationId: string,
) => Promise<readonly { readonly id: string; readonly name: string }[]>;
