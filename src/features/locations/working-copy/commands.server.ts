import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { isUnchangedSincePublished } from './published-version.queries.server.ts';
import { type Caller, type LocationState, getStateAfterChange, canChange } from './policy.ts';
import { type AccessibleLocation, toAccessibleLocation, selectAccessFields } from './access.queries.server.ts';
import { PENDING_APPROVAL } from '../messages.ts';

/**
 * Locks a location for a change, until the transaction ends. A command that also writes rows of the caller's account locks that first.
 * @throws {ApiError} NOT_FOUND when the caller may not see it; CONFLICT for its owner while it awaits approval
 */
export async function lockForChange(trx: Trx, caller: Caller, id: string): Promise<AccessibleLocation> {
  const location = toAccessibleLocation(
    caller,
    await selectAccessFields(trx).where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (!canChange(caller, location)) throw new ApiError('CONFLICT', PENDING_APPROVAL);
  return location;
}

/**
 * Updates the state of a location after a change of its fields or images. Call it once these are written.
 * @param location as {@link lockForChange} returned it
 * @returns the new state
 */
export async function recordChange(trx: Trx, location: AccessibleLocation, at: Date): Promise<LocationState> {
  const { id, relation, ...state } = location;
  const asPublished = relation === 'team' && state.status !== 'NEW' && (await isUnchangedSincePublished(trx, id));
  const after = getStateAfterChange(relation, state, asPublished);
  await setState(trx, id, after, at);
  return after;
}

async function setState(trx: Trx, id: string, { status, location_status }: LocationState, at: Date): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ status, location_status, lastmodificationdate: at })
    .where('id', '=', id)
    .execute();
}

/** Records a change of something that is not published, such as a contact: the state stays the same. */
export async function updateTimestamp(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('locations').set({ lastmodificationdate: at }).where('id', '=', id).execute();
}

/** Sets the owner of a location. The caller checks the owner and writes the audit entry. */
export async function setOwner(trx: Trx, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  await trx.updateTable('locations').set({ owner_id: ownerId }).where('id', '=', id).execute();
}
