import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { getImagesVersion, isUnchangedSincePublished } from './published-version.queries.server.ts';
import { type ExpectedVersions, PENDING_MESSAGE } from './schema.ts';
import { type Caller, type LocationState, getStateAfterChange, canChange } from './policy.ts';
import { type AccessibleLocation, toAccessibleLocation, selectLocationFacts } from './access.queries.server.ts';
import { LOCATION_CHANGED } from '../messages.ts';

/**
 * Locks a location until the transaction ends, for whoever is about to change anything of it, so that of several changes each sees
 * what the one before has left. What also writes rows of the caller's own locks the account first.
 * @throws {ApiError} NOT_FOUND when there is none that the caller sees; CONFLICT for its owner while it awaits approval
 */
export async function lockForChange(trx: Trx, caller: Caller, id: string): Promise<AccessibleLocation> {
  const location = toAccessibleLocation(
    caller,
    await selectLocationFacts(trx).where('id', '=', id).forUpdate().executeTakeFirst(),
  );
  if (!canChange(caller, location)) throw new ApiError('CONFLICT', PENDING_MESSAGE);
  return location;
}

/** @throws {ApiError} CONFLICT when a locked location has other versions than the caller has seen */
export async function assertExpectedVersion(
  trx: Trx,
  { id, version }: { readonly id: string; readonly version: number },
  expected: ExpectedVersions,
): Promise<void> {
  const { images_version: images } = expected;
  const isExpected =
    (expected.version ?? version) === version && (images === undefined || images === (await getImagesVersion(trx, id)));
  if (!isExpected) throw new ApiError('CONFLICT', LOCATION_CHANGED);
}

/**
 * Notes that what publishing would show of a location has been changed: its fields or its images. Call it once that is written, with
 * what {@link lockForChange} gave. Gives the state that the location is in then.
 */
export async function recordChange(
  trx: Trx,
  { id, relation, ...state }: AccessibleLocation,
  at: Date,
): Promise<LocationState> {
  const asPublished = relation === 'team' && state.status !== 'NEW' && (await isUnchangedSincePublished(trx, id));
  const after = getStateAfterChange(relation, state, asPublished);
  await setState(trx, id, after, at);
  return after;
}

/** Puts a locked location into a state. */
async function setState(trx: Trx, id: string, { status, location_status }: LocationState, at: Date): Promise<void> {
  await trx
    .updateTable('locations')
    .set({ status, location_status, lastmodificationdate: at })
    .where('id', '=', id)
    .execute();
}

/** Notes that something was changed that is not published, such as a contact: the state stays. */
export async function updateTimestamp(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable('locations').set({ lastmodificationdate: at }).where('id', '=', id).execute();
}

/** Has somebody hold a location from now on: for callers that have decided who, and noted it. */
export async function setOwner(trx: Trx, { id, ownerId }: { id: string; ownerId: string }): Promise<void> {
  await trx.updateTable('locations').set({ owner_id: ownerId }).where('id', '=', id).execute();
}
