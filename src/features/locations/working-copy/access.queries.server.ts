import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Caller, type LocationAccessFields, type LocationRelation, getRelation } from './policy.ts';
import { LOCATION_NOT_FOUND } from '../messages.ts';

/** What access and state rules need of a working copy, and the relation of the caller to it. */
export interface AccessibleLocation extends LocationAccessFields {
  readonly id: string;
  readonly relation: LocationRelation;
  /** The location that it was merged into, and that is shown in its place. */
  readonly merged_into: string | null;
}

/** The same error whether the location does not exist or the caller may not see it. */
export function throwLocationNotFound(): never {
  throw new ApiError('NOT_FOUND', LOCATION_NOT_FOUND);
}

/** The columns that access and state rules need. */
export function selectAccessFields(db: Db) {
  return db.selectFrom('locations').select(['id', 'owner_id', 'status', 'location_status', 'merged_into']);
}

/** @throws {ApiError} NOT_FOUND for everybody but its owner and the Locations Team; for the owner too once it is merged into another */
export function toAccessibleLocation(
  caller: Caller,
  fields: Omit<AccessibleLocation, 'relation'> | undefined,
): AccessibleLocation {
  const location = fields ?? throwLocationNotFound();
  const relation = getRelation(caller, location) ?? throwLocationNotFound();
  if (relation === 'owner' && location.merged_into !== null) throwLocationNotFound();
  return { ...location, relation };
}

/**
 * Checks that the caller may read a working copy.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function getAccessibleLocation(db: Db, caller: Caller, id: string): Promise<AccessibleLocation> {
  return toAccessibleLocation(caller, await selectAccessFields(db).where('id', '=', id).executeTakeFirst());
}
