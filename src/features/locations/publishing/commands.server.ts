import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { deleteClaims, recordDecisions } from '../decisions/commands.server.ts';
import type { ReturnReasons } from '../decisions/schema.ts';
import type { Caller, LocationState } from '../working-copy/policy.ts';
import { assertLocationVersions } from '../working-copy/versions.commands.server.ts';
import type { ExpectedVersions } from '../working-copy/schema.ts';
import { getAccessibleLocation, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { type LocationDeps, notifyOwner } from '../mails/commands.server.ts';
import { toReasonsQuote } from '../mails/templates.server.ts';
import type { LocationEvent } from '../events.ts';
import { type RevisionContext, recordRevision, recordRevisions } from '../working-copy/revisions.commands.server.ts';
import { type MissingPart, getMissingParts, getPublishability } from './publishability.ts';
import { getPublishableLocations } from './queries.server.ts';
import { VERSION_COLUMNS, selectCurrentVersions } from '../catalogue/published/published-version.queries.server.ts';
import {
  ALREADY_LIVE,
  LOCATION_NOT_FOUND,
  MERGED_ALREADY,
  NOT_LIVE,
  NOT_SUBMITTED,
  SUBMITTED_AGAIN,
  urlStillPublished,
} from '../messages.ts';

/** The context of a decision. On the command line the actor is null. */
interface PublishingContext extends Omit<CommandContext, 'actor'>, LocationDeps {
  readonly actor: Caller | null;
}

/**
 * Publishes a location for a user, writes the audit entry and sends the email to its owner.
 * @param published.submitted_at as for {@link returnToOwner}; undefined also for a location that does not await approval
 * @returns the requirements that are missing @throws {ApiError} NOT_FOUND; CONFLICT when it is live, or has another version than expected; INVALID
 *   when mandatory fields or valid images are missing
 */
export async function publishLocation(
  context: PublishingContext,
  published: ExpectedVersions & { readonly id: string; readonly submitted_at?: string | undefined },
): Promise<{ published_without: MissingPart[] }> {
  const { trx, actor, at, publishEvent } = context;
  const { id, submitted_at, ...expected } = published;
  const location = await lockForPublishing(trx, actor, id);
  const actorId = actor?.id ?? null;
  if (submitted_at !== undefined) assertSubmitted(location, submitted_at);
  if (location.status === 'LIVE') throw new ApiError('CONFLICT', ALREADY_LIVE);
  // The command line sends no version, and says so by its missing actor.
  if (actor) await assertLocationVersions(trx, { actorId, locationId: id, at }, { ...location, expected });
  const published_without = await assertPublishable(trx, id);
  await assertUrlFree(trx, location);
  const by = { authorId: actorId, origin: getOrigin(actorId) };
  const revision = (await publishLocations(trx, { ids: [id], at, by }, publishEvent)).get(id)!;
  await recordAudit(trx, { type: 'LOCATION_PUBLISHED', actorId, locationId: id, details: { revision }, at });
  await notifyOwner(trx, context, id, 'published');
  return { published_without };
}

/**
 * Creates or replaces the published versions of these locations, regardless of missing requirements: the caller decides what may be
 * published, and writes the audit entries. Ids that do not exist are ignored.
 * @param context.by who publishes them and from where; by default the command line
 * @returns the number of the revision of each
 */
export async function publishLocations(
  trx: Trx,
  context: { ids: readonly string[]; at: Date; by?: Pick<RevisionContext, 'authorId' | 'origin'> },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<ReadonlyMap<string, number>> {
  const locked = await trx
    .selectFrom('locations')
    .select('id')
    .where(sql<boolean>`id = any(${context.ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (locked.length === 0) return new Map();
  const ids = locked.map(({ id }) => id);
  const { at, by = { authorId: null, origin: 'COMMAND_LINE' } } = context;
  await recordDecisions(trx, { ids, decision: 'PUBLISHED', actorId: by.authorId, at });
  await writePublishedVersions(
    trx,
    sql`select version.*, ${at} from (${await selectCurrentVersions(trx, ids)}) version`,
  );
  const published = [...(await getPublishableLocations(trx, ids))].map(([id, one]) => ({
    id,
    parts: getMissingParts(one),
  }));
  await sql`
    update locations l
    set status = 'LIVE', location_status = 'PUBLISHED', submitted_at = null, published_without = published.parts
    from jsonb_to_recordset(${JSON.stringify(published)}) as published (id uuid, parts text[])
    where l.id = published.id
      and (l.status, l.location_status, l.published_without) <> ('LIVE', 'PUBLISHED', published.parts)`.execute(trx);
  const revisions = await recordRevisions(trx, ids, { action: 'PUBLISHED', ...by, at });
  await publishEvent(trx, { type: 'locations.published', ids });
  return revisions;
}

/** @param versions a query of the {@link VERSION_COLUMNS} and `published_at` */
async function writePublishedVersions(trx: Trx, versions: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into published_locations (${VERSION_COLUMNS}, published_at) ${versions}
    on conflict (id) do update set
      locationurl = excluded.locationurl, title = excluded.title, nearesttown = excluded.nearesttown,
      description = excluded.description, option_ids = excluded.option_ids,
      latitude = excluded.latitude, longitude = excluded.longitude,
      featured = excluded.featured, pictured = excluded.pictured,
      details = excluded.details, published_at = excluded.published_at`.execute(trx);
}

/**
 * Puts earlier published versions of locked locations online again. The caller restores the states before, and writes the audit entries.
 * @param versions a query of rows of `published_locations`
 * @returns the number of the revision of each
 */
export async function republishLocations(
  trx: Trx,
  versions: RawBuilder<unknown>,
  context: { ids: readonly string[]; at: Date; by: Pick<RevisionContext, 'authorId' | 'origin' | 'restoredNumber'> },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<ReadonlyMap<string, number>> {
  const { ids, at, by } = context;
  await writePublishedVersions(trx, sql`select ${VERSION_COLUMNS}, published_at from (${versions}) version`);
  const revisions = await recordRevisions(trx, ids, { action: 'REPUBLISHED', ...by, at });
  await publishEvent(trx, { type: 'locations.published', ids });
  return revisions;
}

function getOrigin(actorId: string | null): RevisionContext['origin'] {
  return actorId === null ? 'COMMAND_LINE' : 'RECORD';
}

/**
 * Deletes the published version. The location becomes a draft, and its owner gets an email.
 * @throws {ApiError} NOT_FOUND; CONFLICT when no version is online
 */
export async function unpublishLocation(context: PublishingContext, { id }: { readonly id: string }): Promise<void> {
  const { trx, actor, at, publishEvent } = context;
  const location = await lockForPublishing(trx, actor, id);
  const actorId = actor?.id ?? null;
  if (location.status === 'NEW') throw new ApiError('CONFLICT', NOT_LIVE);
  const by = { authorId: actorId, origin: getOrigin(actorId) };
  const revision = (await unpublishLocations(trx, { ids: [id], at, by }, publishEvent)).get(id)!;
  await recordAudit(trx, { type: 'LOCATION_UNPUBLISHED', actorId, locationId: id, details: { revision }, at });
  await notifyOwner(trx, context, id, 'offline');
}

/**
 * Deletes the published versions of these locked locations, which become drafts. The caller writes the audit entries.
 * @returns the number of the revision of each
 */
export async function unpublishLocations(
  trx: Trx,
  { ids, at, by }: { ids: readonly string[]; at: Date; by: Pick<RevisionContext, 'authorId' | 'origin'> },
  publishEvent: PublishEvent<LocationEvent>,
): Promise<ReadonlyMap<string, number>> {
  await sql`delete from published_locations where id = any(${ids}::uuid[])`.execute(trx);
  await sql`
    update locations set status = 'NEW', location_status = 'DRAFT', submitted_at = null
    where id = any(${ids}::uuid[])`.execute(trx);
  await deleteClaims(trx, ids);
  const revisions = await recordRevisions(trx, ids, { action: 'UNPUBLISHED', ...by, at });
  await publishEvent(trx, { type: 'locations.taken-offline', ids });
  return revisions;
}

/**
 * Returns a location that awaits approval to its owner, who gets an email with the reasons. The published version stays.
 * @param returned.submitted_at when the location that the user has seen was submitted, in ISO 8601; undefined for any
 * @throws {ApiError} NOT_FOUND; CONFLICT when it does not await approval, or was submitted again
 */
export async function returnToOwner(
  context: PublishingContext,
  returned: { readonly id: string; readonly submitted_at?: string | undefined } & Partial<ReturnReasons>,
): Promise<void> {
  const { trx, actor, at } = context;
  const { id, submitted_at, note = '', reasons = [] } = returned;
  const location = await lockForPublishing(trx, actor, id);
  const actorId = actor?.id ?? null;
  assertSubmitted(location, submitted_at);
  await recordDecisions(trx, { ids: [id], decision: 'RETURNED', actorId, at, note, reasons });
  await trx
    .updateTable('locations')
    .set({ location_status: 'DRAFT', submitted_at: null })
    .where('id', '=', id)
    .execute();
  await recordRevision(trx, id, { action: 'RETURNED', authorId: actorId, origin: getOrigin(actorId), at });
  // Only the names of the fields: the reasons themselves stay with the review.
  const details = { fields: reasons.map(({ part }) => part).join(', ') };
  await recordAudit(trx, { type: 'LOCATION_RETURNED', actorId, locationId: id, details, at });
  await notifyOwner(trx, context, id, 'moved-back', toReasonsQuote({ note, reasons }));
}

function assertSubmitted(location: LockedLocation, submitted_at: string | undefined): void {
  if (location.location_status !== 'AWAITING_APPROVAL') throw new ApiError('CONFLICT', NOT_SUBMITTED);
  if (submitted_at !== undefined && location.submitted_at?.getTime() !== Date.parse(submitted_at))
    throw new ApiError('CONFLICT', SUBMITTED_AGAIN);
}

interface LockedLocation extends LocationState {
  readonly id: string;
  readonly locationurl: string;
  readonly version: number;
  readonly submitted_at: Date | null;
}

/** Locks the account of the owner, so that it is not deleted before the email is sent, and then the location. */
async function lockForPublishing(trx: Trx, caller: Caller | null, id: string): Promise<LockedLocation> {
  await sql`
    select from users where id = (select owner_id from locations where id = ${id}) for key share`.execute(trx);
  const location = await trx
    .selectFrom('locations')
    .select(['id', 'status', 'location_status', 'locationurl', 'version', 'submitted_at', 'merged_into'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!location) throw new ApiError('NOT_FOUND', LOCATION_NOT_FOUND);
  if (caller) await getAccessibleLocation(trx, caller, id);
  if (location.merged_into !== null) throw new ApiError('CONFLICT', MERGED_ALREADY);
  return location;
}

/** Returns the missing requirements of a locked location. @throws {ApiError} INVALID when it may not be published */
async function assertPublishable(trx: Trx, id: string): Promise<MissingPart[]> {
  const location = (await getPublishableLocations(trx, [id])).get(id) ?? throwLocationNotFound();
  const { problem, missingParts } = getPublishability(location);
  if (problem) throw new ApiError('INVALID', problem.message, problem.fields);
  return missingParts;
}

/** A location whose page URL was changed keeps the old one until it is published again. */
async function assertUrlFree(trx: Trx, { id, locationurl }: LockedLocation): Promise<void> {
  const other = await trx
    .selectFrom('published_locations')
    .select('title')
    .where('locationurl', '=', locationurl)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return;
  const message = urlStillPublished(other.title);
  throw new ApiError('CONFLICT', message, { locationurl: message });
}
