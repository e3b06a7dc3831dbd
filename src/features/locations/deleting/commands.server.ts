import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import type { DeletedAccount } from '../../../platform/feature/feature.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import type { LocationEvent } from '../events.ts';
import type { LocationDeps } from '../mails/commands.server.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import { assertLocationVersions } from '../working-copy/versions.commands.server.ts';
import type { ExpectedVersions } from '../working-copy/schema.ts';
import { LOCATION_NOT_FOUND } from '../messages.ts';
import { countLocationsDeletedWith } from './queries.server.ts';

/** Locations deleted by one statement. */
const BATCH_SIZE = 1_000;

/** The author, null for the command line, and the time of a deletion. */
interface Deletion {
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Deletes a location with its contacts, images, draft, published version and places on boards. Notifications and audit entries are kept.
 * @throws {ApiError} NOT_FOUND; CONFLICT when it has another version than expected
 */
export async function deleteLocation(
  { trx, actor, at, publishEvent }: CommandContext & Pick<LocationDeps, 'publishEvent'>,
  { id, ...expected }: ExpectedVersions & { id: string },
): Promise<void> {
  const [location] = await lockAll(trx, [id], { at, publishEvent });
  if (!location) throw new ApiError('NOT_FOUND', LOCATION_NOT_FOUND);
  await assertLocationVersions(trx, { actorId: actor.id, locationId: id, at }, { ...location, expected });
  await deleteAll(trx, [location], { actorId: actor.id, at });
}

/** Deletes those of these locations that exist, like {@link deleteLocation}. Returns their number. */
export async function deleteLocations(
  trx: Trx,
  { ids, ...deletion }: Deletion & { ids: readonly string[] },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<number> {
  const locked = await lockAll(trx, ids, { at: deletion.at, publishEvent });
  await deleteAll(trx, locked, deletion);
  return locked.length;
}

/** Locations that are deleted at once with an account, and in each batch after that. */
const MAX_LOCATIONS = 50;

/**
 * Deletes the locations and drafts of an account that is being deleted, which is locked, so that none is added.
 * @returns how many are left, since they are too many for one transaction
 */
export async function deleteLocationsOf(
  trx: Trx,
  account: DeletedAccount,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<number> {
  const { locations } = await countLocationsDeletedWith(trx, account.userId);
  if (locations > MAX_LOCATIONS) return withdrawOwnedLocations(trx, account);
  await deleteOwnedLocations(trx, account, publishEvent);
  return 0;
}

/** Deletes the locations and drafts of an account. */
export async function deleteOwnedLocations(
  trx: Trx,
  { userId, ...deletion }: Deletion & { userId: string },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const owned = await trx.selectFrom('locations').select('id').where('owner_id', '=', userId).execute();
  await deleteLocations(trx, { ids: owned.map(({ id }) => id), ...deletion }, publishEvent);
  await trx.deleteFrom('location_drafts').where('owner_id', '=', userId).execute();
}

/**
 * Takes the locations of a deleted account offline, all in one change version, until {@link deleteSomeOwned} has deleted them.
 * @returns how many there are
 */
export async function withdrawOwnedLocations(trx: Trx, { userId }: { userId: string }): Promise<number> {
  const owned = sql`array(select id from locations where owner_id = ${userId})`;
  await sql`delete from published_locations where id = any(${owned})`.execute(trx);
  await trx.deleteFrom('location_drafts').where('owner_id', '=', userId).execute();
  const { numUpdatedRows } = await trx
    .updateTable('locations')
    .set({ status: 'NEW', location_status: 'DRAFT', submitted_at: null })
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Deletes the next locations of a deleted account. @returns how many; 0 when none is left */
export async function deleteSomeOwned(
  trx: Trx,
  { userId, ...deletion }: Deletion & { userId: string },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<number> {
  const owned = await trx
    .selectFrom('locations')
    .select('id')
    .where('owner_id', '=', userId)
    .orderBy('id')
    .limit(MAX_LOCATIONS)
    .execute();
  return deleteLocations(trx, { ids: owned.map(({ id }) => id), ...deletion }, publishEvent);
}

interface LockedLocation {
  readonly id: string;
  readonly version: number;
  readonly title: string;
}

/** Locks boards, through the event, before locations, each by id. Returns the locations that exist. */
async function lockAll(
  trx: Trx,
  ids: readonly string[],
  { at, publishEvent }: { at: Date; publishEvent: PublishEvent<LocationEvent> },
): Promise<LockedLocation[]> {
  if (ids.length === 0) return [];
  await publishEvent(trx, { type: 'locations.deleting', ids, at });
  return trx
    .selectFrom('locations')
    .select(['id', 'version', 'title'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The audit entries keep the titles. */
async function deleteAll(trx: Trx, locations: readonly LockedLocation[], { actorId, at }: Deletion): Promise<void> {
  if (locations.length === 0) return;
  const ids = locations.map(({ id }) => id);
  // In one statement before the locations, so that all are deleted in one change version.
  await trx
    .deleteFrom('published_locations')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  // In chunks because of the statement timeout: cascading deletes are slow.
  for (let from = 0; from < locations.length; from += BATCH_SIZE) {
    const chunk = locations.slice(from, from + BATCH_SIZE);
    await trx
      .deleteFrom('locations')
      .where(sql<boolean>`id = any(${chunk.map(({ id }) => id)}::uuid[])`)
      .execute();
    const entries = chunk.map(
      ({ id, title }) =>
        ({
          type: 'LOCATION_DELETED',
          actorId,
          locationId: id,
          details: { title: getDisplayTitle(title) },
          at,
        }) as const,
    );
    await recordAudit(trx, ...entries);
  }
}
