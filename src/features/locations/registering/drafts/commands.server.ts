import { sql } from 'kysely';
import type { Trx } from '../../../../platform/events.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { Act } from '../../../../platform/http/server.ts';
import { lockCaller } from '../../../accounts/commands.server.ts';
import { lockToChange } from '../../access/commands.server.ts';
import { workingCopies } from '../queries.server.ts';
import { type LocationDraft, type LocationField, type LocationFields, type TypedFields, noFields } from '../schema.ts';

type SavedDraft = Omit<LocationDraft, 'fields' | 'was'>;

/** Said to whoever goes by another version than the present one. */
export function changedMeanwhile(): never {
  throw new ApiError(
    'CONFLICT',
    'This location was changed in another tab or by somebody else. Look at both versions before you save.',
  );
}

const NEXT_VERSION = sql<number>`nextval('location_draft_versions')`;

/**
 * Keeps all that is typed of a location and not saved; nothing forgets it.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the location or its draft is another than the caller goes by, or awaits approval
 */
export async function saveDraft(
  trx: Trx,
  { actor, at }: Act,
  draft: { id: string; version: number; draftVersion: number; fields: TypedFields },
): Promise<SavedDraft> {
  await lockCaller(trx, actor);
  await lockToChange(trx, actor, draft.id);
  const present = (await workingCopies(trx, [draft.id])).get(draft.id);
  if (present?.version !== draft.version || (present.draft?.version ?? 0) !== draft.draftVersion) changedMeanwhile();
  if (isNothing(draft.fields)) {
    await trx.deleteFrom('location_drafts').where('location_id', '=', draft.id).execute();
    return forgotten(at);
  }
  // What whoever held the location before has left there goes.
  const content = { owner_id: actor.id, ...contentOf(draft.fields, present.fields, at) };
  const { version } = await trx
    .insertInto('location_drafts')
    .values({ ...content, location_id: draft.id })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ ...content, version: NEXT_VERSION }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return { version, updated_at: at.toISOString() };
}

/**
 * Keeps all that is typed of a location that is not created yet; nothing forgets it.
 * @throws {ApiError} CONFLICT when the draft is another than the caller goes by
 */
export async function saveNewDraft(
  trx: Trx,
  { actor, at }: Act,
  { draftVersion, fields }: { draftVersion: number; fields: TypedFields },
): Promise<SavedDraft> {
  await lockCaller(trx, actor);
  const id = await lockNewDraft(trx, actor.id, draftVersion);
  if (isNothing(fields)) {
    if (id) await trx.deleteFrom('location_drafts').where('id', '=', id).execute();
    return forgotten(at);
  }
  const content = contentOf(fields, noFields(), at);
  const written = id
    ? await trx
        .updateTable('location_drafts')
        .set({ ...content, version: NEXT_VERSION })
        .where('id', '=', id)
        .returning('version')
        .executeTakeFirst()
    : await trx
        .insertInto('location_drafts')
        .values({ ...content, owner_id: actor.id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('version')
        .executeTakeFirst();
  // Another tab can have begun one since.
  const { version } = written ?? changedMeanwhile();
  return { version, updated_at: at.toISOString() };
}

/**
 * Makes the draft of a location that was just created out of what its owner had typed before, without what was saved of it.
 * @throws {ApiError} CONFLICT when the draft is another than the caller goes by
 */
export async function adoptNewDraft(
  trx: Trx,
  { actor, at }: Act,
  { id, draftVersion }: { id: string; draftVersion: number },
  saved: readonly LocationField[],
): Promise<void> {
  const draft = await lockNewDraft(trx, actor.id, draftVersion);
  if (!draft) return;
  await trx.updateTable('location_drafts').set({ location_id: id }).where('id', '=', draft).execute();
  await forgetSaved(trx, id, saved, at);
}

/** Gives the id of what somebody has typed of a location to come, locked; undefined when it is rightly named as none. */
async function lockNewDraft(trx: Trx, ownerId: string, draftVersion: number): Promise<string | undefined> {
  const present = await trx
    .selectFrom('location_drafts')
    .select(['id', 'version'])
    .where('owner_id', '=', ownerId)
    .where('location_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if ((present?.version ?? 0) !== draftVersion) changedMeanwhile();
  return present?.id;
}

/** Takes what was saved out of the draft of a locked location, if it has one, and gives what is left of it. */
export async function forgetSaved(
  trx: Trx,
  locationId: string,
  saved: readonly LocationField[],
  at: Date,
): Promise<TypedFields> {
  const draft = await trx
    .selectFrom('location_drafts')
    .select(['id', 'fields'])
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  if (!draft) return {};
  const left = Object.entries(draft.fields).filter(([field]) => !saved.includes(field as LocationField));
  if (left.length === 0) {
    await trx.deleteFrom('location_drafts').where('id', '=', draft.id).execute();
  } else if (left.length < Object.keys(draft.fields).length) {
    await trx
      .updateTable('location_drafts')
      .set({ fields: JSON.stringify(Object.fromEntries(left)), version: NEXT_VERSION, updated_at: at })
      .where('id', '=', draft.id)
      .execute();
  }
  return Object.fromEntries(left) as TypedFields;
}

/** A draft as it is stored: what was typed, and over what. */
function contentOf(fields: TypedFields, saved: LocationFields, at: Date) {
  const was = Object.fromEntries(Object.keys(fields).map((field) => [field, saved[field as LocationField]]));
  return { fields: JSON.stringify(fields), was: JSON.stringify(was), updated_at: at };
}

function isNothing(fields: TypedFields): boolean {
  return Object.values(fields).every((value) => value === undefined);
}

function forgotten(at: Date): SavedDraft {
  return { version: 0, updated_at: at.toISOString() };
}
