import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { can } from '../../accounts/permissions.ts';
import type { RecordField } from '../catalogue/fields/lookup.ts';
import {
  type Caller,
  type LocationAccessFields,
  type LocationRelation,
  getFixedReason,
  getRelation,
  isInArea,
} from './policy.ts';
import { LOCATION_NOT_FOUND, OUTSIDE_AREA } from '../messages.ts';

/** The data of a working copy that access and state rules need, with the relation of the caller to it. */
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
function selectAccessFields(db: Db) {
  return db
    .selectFrom('locations as l')
    .leftJoin('location_list as listed', 'listed.id', 'l.id')
    .select(['l.id', 'l.owner_id', 'l.status', 'l.location_status', 'l.merged_into', 'listed.office_id']);
}

/**
 * @throws {ApiError} NOT_FOUND when the caller is neither its owner nor of the team; for the owner too once it is merged into another
 */
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
  return toAccessibleLocation(caller, await selectAccessFields(db).where('l.id', '=', id).executeTakeFirst());
}

/**
 * Locks a working copy that the caller may read until the transaction ends.
 * @throws {ApiError} NOT_FOUND when the caller may not see it
 */
export async function lockAccessibleLocation(trx: Trx, caller: Caller, id: string): Promise<AccessibleLocation> {
  await trx.selectFrom('locations').select('id').where('id', '=', id).forUpdate().execute();
  // A separate statement: the one that waits for the lock would read the previous area.
  return getAccessibleLocation(trx, caller, id);
}

/**
 * Locks a working copy until the transaction ends, for the command line, which works for the team.
 * @throws {ApiError} NOT_FOUND
 */
export async function lockForCommandLine(trx: Trx, id: string): Promise<AccessibleLocation> {
  await trx.selectFrom('locations').select('id').where('id', '=', id).forUpdate().execute();
  const location = await selectAccessFields(trx).where('l.id', '=', id).executeTakeFirst();
  return { ...(location ?? throwLocationNotFound()), relation: 'team' };
}

/**
 * Checks after a change of a locked location by the team that a film office has not changed what it may not: whose area the location is
 * of, or whether it is on the home page.
 * @param changed the names of the changed fields
 * @throws {ApiError} INVALID
 */
export async function assertWithinOffice(
  trx: Trx,
  caller: Caller,
  id: string,
  changed: readonly RecordField[],
): Promise<void> {
  for (const field of changed) {
    const reason = getFixedReason(caller, field);
    if (reason !== undefined) throw new ApiError('INVALID', reason, { [field]: reason });
  }
  if (can(caller, 'location.change-office')) return;
  // Without a film office, a location is of the area of its council area.
  const location = (await selectAccessFields(trx).where('l.id', '=', id).executeTakeFirst()) ?? throwLocationNotFound();
  if (!isInArea(caller, 'location.edit', location))
    throw new ApiError('INVALID', OUTSIDE_AREA, { localauthority: OUTSIDE_AREA });
}
