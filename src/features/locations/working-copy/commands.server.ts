import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { isUnchangedSincePublished } from '../catalogue/published/published-version.queries.server.ts';
import { type Caller, type LocationState, getStateAfterChange, canChange } from './policy.ts';
import { type AccessibleLocation, lockAccessibleLocation, lockForCommandLine } from './access.queries.server.ts';
import { type RevisionContext, recordRevision } from './revisions.commands.server.ts';
import { AWAITS_APPROVAL, MERGED_ALREADY, PENDING_APPROVAL } from '../messages.ts';

/** A location that is locked for a change by a user. */
export interface LockedLocation extends AccessibleLocation {
  /** Null for the command line. */
  readonly changedBy: string | null;
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

/**
 * Locks a location for a change by the command line, until the transaction ends.
 * @throws {ApiError} NOT_FOUND; CONFLICT while it awaits approval
 */
export async function lockForImport(trx: Trx, id: string): Promise<LockedLocation> {
  const location = await lockForCommandLine(trx, id);
  if (location.merged_into !== null) throw new ApiError('CONFLICT', MERGED_ALREADY);
  if (location.location_status === 'AWAITING_APPROVAL') throw new ApiError('CONFLICT', AWAITS_APPROVAL);
  return { ...location, changedBy: null };
}

/** The state after a change, and the number of its revision; undefined when the content is the same as before. */
interface RecordedChange extends LocationState {
  readonly revision: number | undefined;
}

/**
 * Updates the state of a location after a change of its fields or images, and records the revision. Call it once these are written.
 * @param location as {@link lockForChange} returned it
 * @param from the revision that the change restores, the location that it merges, or where it comes from if that is no page of the location
 */
export async function recordChange(
  trx: Trx,
  location: LockedLocation,
  at: Date,
  {
    origin = location.relation === 'owner' ? 'WIZARD' : 'RECORD',
    ...from
  }: {
    readonly restoredNumber?: number;
    readonly mergedId?: string;
    readonly origin?: RevisionContext['origin'];
  } = {},
): Promise<RecordedChange> {
  const { id, relation, changedBy, status, location_status } = location;
  const state = { status, location_status };
  const asPublished = relation === 'team' && state.status !== 'NEW' && (await isUnchangedSincePublished(trx, id));
  const after = getStateAfterChange(relation, state, asPublished);
  await setState(trx, id, after, at);
  const by = { authorId: changedBy, at, ...from };
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
