import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { closeReasons } from '../decisions/commands.server.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import type { FacetField } from '../catalogue/schema.ts';
import { type RecordFields, RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { type LocationDeps, notifyOwner } from '../mails/commands.server.ts';
import {
  CHOOSE_ONE_POSITION,
  CHOOSE_TWO_LOCATIONS,
  mergeKeepsPublished,
  mergeNeedsDecision,
  mergeNeedsDraft,
} from '../messages.ts';
import { type LockedLocation, lockForChange, recordChange, setOwner } from '../working-copy/commands.server.ts';
import { throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { assertLocationVersions } from '../working-copy/versions.commands.server.ts';
import { updateFields } from '../working-copy/fields.commands.server.ts';
import { getTeamFields, getWorkingCopies } from '../working-copy/queries.server.ts';
import { recordRevision } from '../working-copy/revisions.commands.server.ts';
import type { ExpectedVersions } from '../working-copy/schema.ts';
import { type MergePart, OWNER, isPositionWhole, listDefaultParts, listDefaultUnited, uniteValues } from './choices.ts';
import { clearCameraPositions, mergeContacts, mergeImages } from './images.commands.server.ts';
import { moveReferences } from './references.commands.server.ts';

/** A merge of two locations, with the versions that the user has seen. */
interface Merge extends ExpectedVersions {
  /** The location that stays. */
  readonly id: string;
  /** The location that is merged into it. */
  readonly other_id: string;
  readonly other_version?: number | undefined;
  readonly other_images_version?: ExpectedVersions['images_version'];
  /** The fields that the first takes from the other; undefined for those that it lacks. */
  readonly parts?: readonly MergePart[] | undefined;
  /** The fields that get the values of both; undefined for those of several values if `parts` is undefined too. */
  readonly united?: readonly FacetField[] | undefined;
}

/**
 * Merges two locations that are one place. Everything that refers to the other refers to the one that stays, and the pages of the other
 * lead to it. The other leaves the catalogue; its history and the audit log stay.
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when either was changed, awaits approval, has a draft or was merged before, or when only
 * the other is published
 */
export async function mergeLocations(
  context: CommandContext & LocationDeps,
  { id, other_id: otherId, ...merge }: Merge,
): Promise<void> {
  const { trx, actor, at, publishEvent } = context;
  if (id === otherId) throw new ApiError('INVALID', CHOOSE_TWO_LOCATIONS);
  await lockOwners(trx, [id, otherId]);
  await publishEvent(trx, { type: 'locations.merging', from: otherId, into: id, at });
  const [kept, merged] = await lockBoth(trx, actor, [id, otherId]);
  await assertMergeable(context, [id, otherId], merge);
  const before = await getMergeables(trx, [kept, merged]);
  const parts = merge.parts ?? listDefaultParts(before.kept, before.merged);
  const united = merge.united ?? (merge.parts ? [] : listDefaultUnited(before.kept, before.merged));
  if (!isPositionWhole(parts)) throw new ApiError('INVALID', CHOOSE_ONE_POSITION);
  const ids = { from: otherId, into: id };

  await addRedirects(trx, ids);
  await retire(trx, ids, parts.includes('locationidentifier'));
  const ownerId = parts.includes(OWNER) ? merged.owner_id : kept.owner_id;
  if (ownerId !== kept.owner_id) await changeOwner(trx, context, id, ownerId);
  await mergeImages(trx, ids, ownerId === merged.owner_id);
  await mergeContacts(trx, ids);
  await moveReferences(trx, ids);
  const fields = RECORD_FIELDS.filter((field) => parts.includes(field));
  await updateFields(trx, id, {
    ...Object.fromEntries(fields.map((field) => [field, before.merged[field]])),
    ...Object.fromEntries(united.map((field) => [field, uniteValues(before.kept, before.merged, field)])),
  });

  const { revision } = await recordChange(trx, kept, at, { mergedId: otherId });
  const retired = { action: 'MERGED', origin: 'MERGE', authorId: actor.id, at, mergedId: id } as const;
  await recordRevision(trx, otherId, retired);
  const title = getDisplayTitle(before.merged.title);
  const details = {
    title,
    merged: otherId,
    fields: [...new Set<string>([...parts, ...united])].join(', '),
    revision: revision!,
  };
  await recordAudit(trx, { type: 'LOCATIONS_MERGED', actorId: actor.id, locationId: id, details, at });
  if (merged.status !== 'NEW') await publishEvent(trx, { type: 'locations.taken-offline', ids: [otherId] });
  const action =
    ownerId === merged.owner_id
      ? { label: 'Open your location', url: `${context.siteUrl}/locations/${id}` }
      : undefined;
  await notifyOwner(trx, context, otherId, 'merged', { action });
}

/** Locks the accounts before the locations, by id, so that no email goes to an account that is being deleted. */
async function lockOwners(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    select from users where id in (select owner_id from locations where id = any(${ids}::uuid[]))
    order by id for key share`.execute(trx);
}

type Pair = readonly [id: string, otherId: string];

/** By id, as all commands do. @returns the one that stays, and the other */
async function lockBoth(
  trx: Trx,
  actor: CommandContext['actor'],
  ids: Pair,
): Promise<[kept: LockedLocation, merged: LockedLocation]> {
  const locked = new Map<string, LockedLocation>();
  for (const id of ids.toSorted()) locked.set(id, await lockForChange(trx, actor, id));
  return [locked.get(ids[0])!, locked.get(ids[1])!];
}

async function assertMergeable(
  { trx, actor, at }: CommandContext,
  ids: Pair,
  { version, images_version, other_version, other_images_version }: Omit<Merge, 'id' | 'other_id'>,
): Promise<void> {
  const { rows } = await sql<{
    id: string;
    version: number;
    title: string;
    location_status: string;
    isPublished: boolean;
    hasDraft: boolean;
  }>`
    select l.id, l.version, l.title, l.location_status, p.id is not null as "isPublished",
      exists (select from location_drafts d where d.location_id = l.id) as "hasDraft"
    from locations l left join published_locations p on p.id = l.id where l.id = any(${ids}::uuid[])`.execute(trx);
  const [kept, merged] = ids.map((id) => rows.find((row) => row.id === id) ?? throwLocationNotFound());
  await assertLocationVersions(
    trx,
    { actorId: actor.id, locationId: kept!.id, at },
    { ...kept!, expected: { version, images_version } },
    { ...merged!, expected: { version: other_version, images_version: other_images_version } },
  );
  for (const { title, location_status, hasDraft } of [kept!, merged!]) {
    if (location_status === 'AWAITING_APPROVAL')
      throw new ApiError('CONFLICT', mergeNeedsDecision(getDisplayTitle(title)));
    if (hasDraft) throw new ApiError('CONFLICT', mergeNeedsDraft(getDisplayTitle(title)));
  }
  if (merged!.isPublished && !kept!.isPublished)
    throw new ApiError('CONFLICT', mergeKeepsPublished(getDisplayTitle(merged!.title), getDisplayTitle(kept!.title)));
}

async function getMergeables(trx: Trx, locations: [kept: LockedLocation, merged: LockedLocation]) {
  const copies = await getWorkingCopies(
    trx,
    locations.map(({ id }) => id),
  );
  const read = async ({ id, owner_id }: LockedLocation) => {
    const { fields } = copies.get(id) ?? throwLocationNotFound();
    const values: RecordFields = { ...fields, ...(await getTeamFields(trx, id)) };
    return { ...values, owner: owner_id === null ? null : { id: owner_id } };
  };
  return { kept: await read(locations[0]), merged: await read(locations[1]) };
}

interface MergedIds {
  readonly from: string;
  readonly into: string;
}

/** The URLs of both lead to the remaining location, also after its URL changes. */
async function addRedirects(trx: Trx, { from, into }: MergedIds): Promise<void> {
  await sql`
    insert into location_redirects (locationurl, location_id)
    select locationurl, ${into}::uuid from locations where id = ${from}
    union select locationurl, ${into}::uuid from published_locations where id in (${from}, ${into})
    on conflict (locationurl) do update set location_id = excluded.location_id`.execute(trx);
}

/** Takes a location offline and out of all lists, and frees its URL, and its legacy id if the other one gets it. */
async function retire(trx: Trx, { from, into }: MergedIds, freesLegacyId: boolean): Promise<void> {
  await trx.deleteFrom('published_locations').where('id', '=', from).execute();
  await closeReasons(trx, [from]);
  await trx
    .updateTable('locations')
    .set(({ eb, ref }) => ({
      status: 'NEW',
      location_status: 'DRAFT',
      submitted_at: null,
      merged_into: into,
      locationurl: `merged-${from}`,
      locationidentifier: freesLegacyId ? null : ref('locationidentifier'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', from)
    .execute();
}

/** The owner of the other location becomes that of the one that stays. Data that only the previous owner could see is deleted. */
async function changeOwner(trx: Trx, deps: LocationDeps, id: string, ownerId: string | null): Promise<void> {
  if (ownerId === null) return;
  await notifyOwner(trx, deps, id, 'ownership-removed');
  await clearCameraPositions(trx, id);
  await setOwner(trx, { id, ownerId });
}
