import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { getAccessibleLocation, lockAccessibleLocation } from '../working-copy/access.queries.server.ts';
import { NOT_SUBMITTED, reviewedBy } from '../messages.ts';

/**
 * Shows colleagues that the caller reviews a location. It prevents nothing: everybody can still decide.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it does not await approval, or a colleague reviews it and the caller does not take over
 */
export async function claimLocation(
  { trx, actor, at }: CommandContext,
  { id, take_over: takesOver }: { readonly id: string; readonly take_over: boolean },
): Promise<void> {
  const location = await lockAccessibleLocation(trx, actor, id);
  if (location.location_status !== 'AWAITING_APPROVAL') throw new ApiError('CONFLICT', NOT_SUBMITTED);
  const other = await trx
    .selectFrom('review_claims as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.first_name', 'u.last_name'])
    .where('c.location_id', '=', id)
    .where('c.user_id', '<>', actor.id)
    .where('u.enabled_at', 'is not', null)
    .executeTakeFirst();
  if (other && !takesOver) throw new ApiError('CONFLICT', reviewedBy(`${other.first_name} ${other.last_name}`));
  await trx
    .insertInto('review_claims')
    .values({ location_id: id, user_id: actor.id, claimed_at: at })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ user_id: actor.id, claimed_at: at }))
    .execute();
}

/** Ends the review of a location by the caller, if they review it. @throws {ApiError} NOT_FOUND */
export async function releaseLocation({ trx, actor }: CommandContext, { id }: { readonly id: string }): Promise<void> {
  await getAccessibleLocation(trx, actor, id);
  await trx.deleteFrom('review_claims').where('location_id', '=', id).where('user_id', '=', actor.id).execute();
}
