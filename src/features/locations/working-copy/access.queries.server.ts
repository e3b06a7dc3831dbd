import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Caller, type LocationAccessFields, type LocationRelation, getRelation } from './policy.ts';
import { LOCATION_NOT_FOUND } from '../messages.ts';

/** What access and state rules need of a working copy, and the relation of the caller to it. */
export interface AccessibleLocation extends LocationAccessFields {
  readonly id: string;
  readonly relation: LocationRelation;
}

/** The same error whether the location does not exist or the caller may not see it. */
export function throwLocationNotFound(): never {
  throw new ApiError('NOT_FOUND', LOCATION_NOT_FOUND);
}

/** The columns that access and state rules need. */
export function selectAccessFields(db: Db) {
  return db.selectFrom('locations').select(['id', 'owner_id', 'status', 'location_status']);
}

/** @throws {ApiError} NOT_FOUND when the caller is neither its owner nor of the Locations Team */
export function toAccessibleLocation(
  caller: Caller,
  fields: (LocationAccessFields & { readonly id: string }) | undefined,
): AccessibleLocation {
  const location = fields ?? throwLocationNotFound();
  return { ...location, relation: getRelation(caller, location) ?? throwLocationNotFound() };
}

/**
 * Checks that the caller may read a working copy.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function getAccessibleLocation(db: Db, caller: Caller, id: string): Promise<AccessibleLocation> {
  return toAccessibleLocation(caller, await selectAccessFields(db).where('id', '=', id).executeTakeFirst());
}
