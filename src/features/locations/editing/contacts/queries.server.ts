import type { Db } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { Contact } from './schema.ts';
import { CONTACT_NOT_FOUND } from '../../messages.ts';

/** All contacts of a location, the primary one first, then in the order of creation. */
export async function listContacts(db: Db, locationId: string): Promise<Contact[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'version', 'firstname', 'lastname', 'telephone', 'email', 'is_primary as primary'])
    .where('location_id', '=', locationId)
    .orderBy('is_primary', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @throws {ApiError} NOT_FOUND when the location does not have the contact */
export async function getContact(db: Db, locationId: string, contactId: string): Promise<Contact> {
  const found = (await listContacts(db, locationId)).find(({ id }) => id === contactId);
  return found ?? throwContactNotFound();
}

export function throwContactNotFound(): never {
  throw new ApiError('NOT_FOUND', CONTACT_NOT_FOUND);
}
