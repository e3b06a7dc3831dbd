import { randomUUID } from 'node:crypto';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type LocationDeps, notifyOwner } from '../mails/commands.server.ts';
import {
  LOCATION_FIELDS,
  type LocationFields,
  RECORD_FIELDS,
  type RecordField,
  type RecordFields,
} from '../catalogue/fields/lookup.ts';
import { getEmptyFields, isUnchanged } from '../catalogue/fields/values.ts';
import { claimUrl } from '../working-copy/page-urls/commands.server.ts';
import { assertWithinOffice, throwLocationNotFound } from '../working-copy/access.queries.server.ts';
import { assertValid, checkRecord, getFieldNames, getTeamFieldNames } from '../working-copy/check-fields.ts';
import { type LockedLocation, lockForChange, recordChange } from '../working-copy/commands.server.ts';
import { insertWorkingCopy, updateFields } from '../working-copy/fields.commands.server.ts';
import { recordRevision } from '../working-copy/revisions.commands.server.ts';
import { assertWithinLocationLimit } from '../working-copy/owner-limits.queries.server.ts';
import { getTeamFields, getWorkingCopies } from '../working-copy/queries.server.ts';
import type { SentFields, TypedFields } from '../working-copy/schema.ts';
import { checkSteps } from './check-steps.ts';
import { adoptNewDraft, assertDraftVersions, deleteSavedFields } from './drafts/commands.server.ts';
import { addUndescribedImages } from './images/commands.server.ts';
import { submitLocation } from './submitting/commands.server.ts';
import { LOCATION_EXISTS, TEAM_ONLY } from '../messages.ts';

const FIRST_STEP = 0;

/**
 * Creates a location. With an id that the caller has chosen, repeating the call after a lost response creates no second one. Unsaved input
 * becomes its draft if the call names its version.
 * @returns the id
 * @throws {ApiError} INVALID when the first step, or another that a sent field belongs to, is not complete; CONFLICT when the id is taken,
 *   another tab has saved a later draft, or the caller has the maximum number of locations
 */
export async function createLocation(
  context: CommandContext & LocationDeps,
  {
    id = randomUUID(),
    draftVersion,
    ...sent
  }: TypedFields & { id?: string | undefined; draftVersion?: number | undefined },
): Promise<string> {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  await assertUnusedId(trx, id);
  const empty = getEmptyFields(LOCATION_FIELDS);
  const fields = { ...empty, ...assertValid(checkSteps(empty, sent, [FIRST_STEP])) };
  const locationurl = await claimUrl(trx, { id, requested: fields.locationurl, title: fields.title });
  await insertWorkingCopy(trx, { id, ownerId: actor.id, at }, { ...fields, locationurl });
  await assertWithinLocationLimit(trx, actor.id);
  await recordRevision(trx, id, { action: 'CREATED', origin: 'WIZARD', authorId: actor.id, at });
  if (draftVersion !== undefined) await adoptNewDraft(context, { id, draftVersion }, getFieldNames(sent));
  await notifyOwner(trx, context, id, 'registered');
  return id;
}

/**
 * Creates a draft for an owner from what they have told and shown the office, and emails them; they complete it.
 * @throws {ApiError} CONFLICT when the owner has the maximum number of locations
 */
export async function createIncompleteLocation(
  context: CommandContext & LocationDeps & { readonly jobs: JobSender },
  location: {
    readonly id: string;
    readonly ownerId: string;
    readonly fields: Pick<LocationFields, 'title'> & Partial<LocationFields>;
    /** SHA-256 of its photographs, which exist; the first becomes the primary one. */
    readonly pictures: readonly string[];
  },
): Promise<void> {
  const { trx, at, actor, jobs } = context;
  const { id, ownerId, fields, pictures } = location;
  const locationurl = await claimUrl(trx, { id, requested: '', title: fields.title });
  await insertWorkingCopy(trx, { id, ownerId, at }, { ...getEmptyFields(LOCATION_FIELDS), ...fields, locationurl });
  await assertWithinLocationLimit(trx, ownerId);
  await addUndescribedImages(trx, jobs, id, pictures);
  await recordRevision(trx, id, { action: 'CREATED', origin: 'RECORD', authorId: actor.id, at });
  await notifyOwner(trx, context, id, 'begun');
}

/** Ids of deleted locations are not used again: audit entries, notifications and links must not refer to another location. */
async function assertUnusedId(trx: Trx, id: string): Promise<void> {
  const entry = await trx
    .selectFrom('audit_logs')
    .select('id')
    .where('location_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (entry) throw new ApiError('CONFLICT', LOCATION_EXISTS);
}

/** The fields to save, and the expected versions. Without a version it is not checked. */
type Save = SentFields & {
  readonly id: string;
  readonly version?: number | undefined;
  readonly draftVersion?: number | undefined;
  readonly isSubmitting: boolean;
};

/**
 * Saves fields of a location, and submits it if requested: all of it or nothing.
 * @throws {ApiError} NOT_FOUND; INVALID when a step that a sent field belongs to is not complete, with `isSubmitting` any step, or a film
 * office would move the location to another area; FORBIDDEN
 * when somebody else than the owner submits, or the owner sends a field that only the Locations Team fills in; CONFLICT when it awaits
 * approval, or does not have the expected version
 */
export async function saveLocation(
  context: CommandContext & LocationDeps,
  { id, version, draftVersion, isSubmitting, ...sent }: Save,
): Promise<void> {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const present = (await getWorkingCopies(trx, [id])).get(id) ?? throwLocationNotFound();
  const isOwner = location.relation === 'owner';
  await assertDraftVersions(context, present, { version, draftVersion });
  if (isOwner && getTeamFieldNames(sent).length > 0) throw new ApiError('FORBIDDEN', TEAM_ONLY);
  const values = assertValid(isOwner ? checkSteps(present.fields, sent) : checkRecord(present.fields, sent));
  let state: LockedLocation & { revision?: number | undefined } = location;
  if (Object.keys(values).length > 0) {
    const changed = isOwner ? [] : await getChangedFields(trx, id, present.fields, values);
    await updateFields(trx, id, await withClaimedUrl(trx, id, present.fields, values));
    if (!isOwner) await assertWithinOffice(trx, actor, id, changed);
    state = { ...location, ...(await recordChange(trx, location, at)) };
    const entry = { type: 'LOCATION_UPDATED', actorId: actor.id, locationId: id, at } as const;
    const details = { fields: changed.join(', '), ...(state.revision && { revision: state.revision }) };
    if (!isOwner) await recordAudit(trx, { ...entry, details });
  }
  const left = isOwner ? await deleteSavedFields(trx, id, getFieldNames(sent), at) : {};
  if (isSubmitting) await submitLocation(context, state, left);
}

/** The names of the fields of a locked location that saving these values changes. */
async function getChangedFields(
  trx: Trx,
  id: string,
  stored: LocationFields,
  values: Partial<RecordFields>,
): Promise<RecordField[]> {
  const before: RecordFields = { ...stored, ...(await getTeamFields(trx, id)) };
  return RECORD_FIELDS.filter((field) => values[field] !== undefined && !isUnchanged(values[field], before[field]));
}

/** The values with a page URL that no other location has, if there is one among them. */
async function withClaimedUrl(
  trx: Trx,
  id: string,
  stored: LocationFields,
  values: Partial<RecordFields>,
): Promise<Partial<RecordFields>> {
  const { title = stored.title, locationurl: requested } = values;
  if (requested === undefined) return values;
  return { ...values, locationurl: await claimUrl(trx, { id, requested, title }) };
}
