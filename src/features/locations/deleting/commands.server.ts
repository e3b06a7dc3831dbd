import { sql } from 'kysely';
import type { Announce, Trx } from '../../../platform/events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { recordAudit } from '../../audit/commands.server.ts';
import type { LocationEvent } from '../events.ts';

/** Who deletes, and when. */
interface Deletion {
  readonly actorId: string;
  readonly at: Date;
}

/**
 * Deletes a location for good: fields, contacts, images, drafts, published version and its places on boards. What was told and noted
 * of it stays.
 * @throws {ApiError} NOT_FOUND
 */
export async function deleteLocation(
  trx: Trx,
  { id, ...deletion }: Deletion & { id: string },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const deleted = await deleteAll(trx, [id], deletion, announce);
  if (deleted === 0) throw new ApiError('NOT_FOUND', 'This location does not exist any more.');
}

/** Deletes what somebody holds and has begun to list, when their account is deleted. The account is locked, so that nothing is added. */
export async function forgetOwner(
  trx: Trx,
  { userId, ...deletion }: Deletion & { userId: string },
  announce: Announce<LocationEvent>,
): Promise<void> {
  const held = await trx.selectFrom('locations').select('id').where('owner_id', '=', userId).execute();
  const ids = held.map(({ id }) => id);
  await deleteAll(trx, ids, deletion, announce);
  await trx.deleteFrom('location_drafts').where('owner_id', '=', userId).execute();
}

/** Boards before locations, and each by id, as everything locks them. Gives how many there were. */
async function deleteAll(
  trx: Trx,
  ids: readonly string[],
  { actorId, at }: Deletion,
  announce: Announce<LocationEvent>,
): Promise<number> {
  if (ids.length === 0) return 0;
  await announce(trx, { type: 'locations.deleting', ids, at });
  const locked = await trx
    .selectFrom('locations')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  // By itself and not with the locations, so that all of them go in one generation.
  await trx
    .deleteFrom('published_locations')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  await trx
    .deleteFrom('locations')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  for (const { id } of locked) await recordAudit(trx, { type: 'LOCATION_DELETED', actorId, locationId: id, at });
  return locked.length;
}
