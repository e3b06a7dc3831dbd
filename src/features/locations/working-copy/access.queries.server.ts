import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Caller, type LocationFacts, type LocationRelation, getRelation } from './policy.ts';
import { LOCATION_NOT_FOUND } from '../messages.ts';

/** A working copy as decisions see it, and how the caller stands to it. */
export interface AccessibleLocation extends LocationFacts {
  readonly id: string;
  readonly relation: LocationRelation;
}

/** Said of every working copy that the caller does not see, whether it exists or not. */
export function throwNoLocation(): never {
  throw new ApiError('NOT_FOUND', LOCATION_NOT_FOUND);
}

/** What decisions need of working copies. */
export function selectLocationFacts(db: Kysely<Database>) {
  return db.selectFrom('locations').select(['id', 'owner_id', 'status', 'location_status']);
}

/** @throws {ApiError} NOT_FOUND when the location is neither the caller's nor the Locations Team asks */
export function toAccessibleLocation(
  caller: Caller,
  facts: (LocationFacts & { readonly id: string }) | undefined,
): AccessibleLocation {
  const location = facts ?? throwNoLocation();
  return { ...location, relation: getRelation(caller, location) ?? throwNoLocation() };
}

/**
 * For reading: what decides who may do what with a working copy, and how the caller stands to it.
 * @throws {ApiError} NOT_FOUND when there is none that the caller sees
 */
export async function getAccessibleLocation(
  db: Kysely<Database>,
  caller: Caller,
  id: string,
): Promise<AccessibleLocation> {
  return toAccessibleLocation(caller, await selectLocationFacts(db).where('id', '=', id).executeTakeFirst());
}
