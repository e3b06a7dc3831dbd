import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { isUnchangedSincePublished } from '../catalogue/published/published-version.queries.server.ts';
import { type Caller, type LocationState, getStateAfterChange, canChange } from './policy.ts';
import { type AccessibleLocation, lockAccessibleLocation } from './access.queries.server.ts';
import { recordRevision } from './revisions.commands.server.ts';
import { MERGED_ALREADY, PENDING_APPROVAL } from '../messages.ts';

/** A location that is locked for a change by a user. */
export interface LockedLocation extends AccessibleLocation {
  readonly changedBy: string;
}

/**
 * Locks a location for a change, until the transaction ends. A command that also writes rows of the caller's account locks that first.
 * @throws {ApiError} NOT_FOUND when the caller may not see it; CONFLICT for its owner while it awaits approval
 */
export async function lockForChange(trx: Trx, caller: Caller, id: string): Promise<LockedLocation> {
  const location = await lockAccessibleLocation(trx, caller, id);
  if (location.merged_into !== null) throw new ApiError('CONFLICT', MERGED_ALREADY);
  if (!canChange(caller, location)) throw new ApiError('CONFLICT', PENDING_APPROVAL);
  return { ...location, changedBy: caller.id };
}

/** The state after a change, and the number of its revision; undefined when the content is the same as before. */
interface RecordedChange extends LocationState {
  readonly revision: number | undefined;
}

/**
 * Updates the state of a location after a change of its fields or images, and records the revision. Call it once these are written.
 * @param location as {@link lockForChange} returned it
 * @param from the revision that the change restores, or the location that it merges
 */
export async function recordChange(
  trx: Trx,
  location: LockedLocation,
  at: Date,
  from: { readonly restoredNumber?: number; readonly mergedId?: string } = {},
): Promise<RecordedChange> {
  const { id, relation, changedBy, status, location_status } = location;
  const state = { status, location_status };
  const asPublished = relation === 'team' && state.status !== 'NEW' && (await isUnchangedSincePublished(trx, id));
  const after = getStateAfterChange(relation, state, asPublished);
  await setState(trx, id, after, at);
  const by = { authorId: changedBy, at, ...from };
  const origin = relation === 'owner' ? 'WIZARD' : 'RECORD';
  const changed = { action: from.restoredNumber === undefined ? 'CHANGED' : 'RESTORED', origin } as const;
  const merged = { action: 'MERGED', origin: 'MERGE' } as const;
  const revision = await recordRevision(trx, id, { ...(from.mergedId === undefined ? changed : merged), ...by });
  return { ...after, revision };
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
