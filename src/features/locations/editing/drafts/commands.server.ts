import { sql } from 'kysely';
import type { Trx } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import type { CommandContext } from '../../../../platform/http/handlers.ts';
import { lockCaller } from '../../../accounts/commands.server.ts';
import { assertVersions } from '../../../audit-log/commands.server.ts';
import { lockForChange } from '../../working-copy/commands.server.ts';
import { throwLocationNotFound } from '../../working-copy/access.queries.server.ts';
import { type WorkingCopy, getWorkingCopies } from '../../working-copy/queries.server.ts';
import type { LocationDraft, TypedFields } from '../../working-copy/schema.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../catalogue/fields/lookup.ts';
import { getEmptyFields } from '../../catalogue/fields/values.ts';
import { LOCATION_CHANGED_ELSEWHERE } from '../../messages.ts';

type SavedDraft = Omit<LocationDraft, 'fields' | 'base_values'>;

/** The expected versions. Without a version it is not checked. */
interface DraftVersions {
  readonly version?: number | undefined;
  /** 0 for none. */
  readonly draftVersion?: number | undefined;
}

/** @throws {ApiError} CONFLICT when a locked location or its draft has another version than expected */
export async function assertDraftVersions(
  { trx, actor, at }: CommandContext,
  present: WorkingCopy,
  { version, draftVersion }: DraftVersions,
): Promise<void> {
  const checks = [
    { expected: version, actual: present.version },
    // Nobody but its owner has a draft of it.
    ...(present.owner_id === actor.id ? [{ expected: draftVersion, actual: present.draft?.version ?? 0 }] : []),
  ];
  await assertVersions(trx, { actorId: actor.id, locationId: present.id, at }, checks, LOCATION_CHANGED_ELSEWHERE);
}

const NEXT_VERSION = sql<number>`nextval('location_draft_versions')`;

/**
 * Stores the unsaved draft of a location; without fields the draft is deleted.
 * @throws {ApiError} NOT_FOUND; CONFLICT when the location or its draft has another version than expected, or awaits approval
 */
export async function saveDraft(
  context: CommandContext,
  draft: DraftVersions & { id: string; fields: TypedFields },
): Promise<SavedDraft> {
  const { trx, actor, at } = context;
  await lockCaller(trx, actor);
  await lockForChange(trx, actor, draft.id);
  const present = (await getWorkingCopies(trx, [draft.id])).get(draft.id) ?? throwLocationNotFound();
  await assertDraftVersions(context, present, draft);
  if (isEmptyDraft(draft.fields)) {
    await trx.deleteFrom('location_drafts').where('location_id', '=', draft.id).execute();
    return toDeletedDraft(at);
  }
  // Also replaces a draft of the previous owner.
  const content = { owner_id: actor.id, ...toDraftContent(draft.fields, present.fields, at) };
  const { version } = await trx
    .insertInto('location_drafts')
    .values({ ...content, location_id: draft.id })
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ ...content, version: NEXT_VERSION }))
    .returning('version')
    .executeTakeFirstOrThrow();
  return { version, updated_at: at.toISOString() };
}

/**
 * Stores the unsaved draft of a location that is not created yet; without fields the draft is deleted.
 * @throws {ApiError} CONFLICT when the draft has another version than expected
 */
export async function saveNewDraft(
  context: CommandContext,
  draft: Pick<DraftVersions, 'draftVersion'> & { fields: TypedFields },
): Promise<SavedDraft> {
  const { trx, actor, at } = context;
  const { draftVersion, fields } = draft;
  await lockCaller(trx, actor);
  const id = await lockNewDraft(context, draftVersion);
  if (isEmptyDraft(fields)) {
    if (id) await trx.deleteFrom('location_drafts').where('id', '=', id).execute();
    return toDeletedDraft(at);
  }
  const content = toDraftContent(fields, getEmptyFields(LOCATION_FIELDS), at);
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
  if (written) return { version: written.version, updated_at: at.toISOString() };
  // Another tab has begun one since.
  if (draftVersion === undefined) return saveNewDraft(context, draft);
  throw new ApiError('CONFLICT', LOCATION_CHANGED_ELSEWHERE);
}

/**
 * Turns the draft of a new location into the draft of the one that was just created, without the saved fields.
 * @throws {ApiError} CONFLICT when the draft has another version than expected
 */
export async function adoptNewDraft(
  context: CommandContext,
  { id, draftVersion }: { id: string; draftVersion: number },
  saved: readonly LocationField[],
): Promise<void> {
  const { trx, at } = context;
  const draft = await lockNewDraft(context, draftVersion);
  if (!draft) return;
  await trx.updateTable('location_drafts').set({ location_id: id }).where('id', '=', draft).execute();
  await deleteSavedFields(trx, id, saved, at);
}

/** Locks the draft of a new location and returns its id; undefined if there is none. @throws {ApiError} CONFLICT */
async function lockNewDraft(
  { trx, actor, at }: CommandContext,
  draftVersion: number | undefined,
): Promise<string | undefined> {
  const present = await trx
    .selectFrom('location_drafts')
    .select(['id', 'version'])
    .where('owner_id', '=', actor.id)
    .where('location_id', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  const entry = { actorId: actor.id, details: { userId: actor.id }, at };
  await assertVersions(
    trx,
    entry,
    [{ expected: draftVersion, actual: present?.version ?? 0 }],
    LOCATION_CHANGED_ELSEWHERE,
  );
  return present?.id;
}

/** Deletes saved fields from the draft of a locked location, and returns the others. */
export async function deleteSavedFields(
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

/** A stored draft: the changed fields, and their saved values. */
function toDraftContent(fields: TypedFields, saved: LocationFields, at: Date) {
  const baseValues = Object.fromEntries(Object.keys(fields).map((field) => [field, saved[field as LocationField]]));
  return { fields: JSON.stringify(fields), base_values: JSON.stringify(baseValues), updated_at: at };
}

function isEmptyDraft(fields: TypedFields): boolean {
  return Object.values(fields).every((value) => value === undefined);
}

function toDeletedDraft(at: Date): SavedDraft {
  return { version: 0, updated_at: at.toISOString() };
}
