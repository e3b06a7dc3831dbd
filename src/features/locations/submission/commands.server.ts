import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/route-handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { lockForChange, recordChange } from '../access/commands.server.ts';
import { throwNoLocation } from '../access/queries.server.ts';
import { claimUrl } from '../page-urls/commands.server.ts';
import { type LocationDeps, notifyOwner } from '../commands.server.ts';
import { getChangedFields, assertLegacyIdFree } from '../record/commands.server.ts';
import { checkRecord, getTeamFields } from '../record/check-fields.ts';
import { adoptNewDraft, assertExpectedVersions, deleteSavedFields } from './drafts/commands.server.ts';
import { type CheckResult, checkSteps, getFieldNames } from './check-fields.ts';
import { getWorkingCopies } from './queries.server.ts';
import type { SentFields, TypedFields } from './schema.ts';
import { submitLocation } from './submitting/commands.server.ts';
import { LOCATION_FIELDS, type LocationFields, RECORD_FIELDS, type RecordFields } from '../fields/lookup.ts';
import { emptyFields } from '../fields/values.ts';
import { FACETS, FACET_FIELDS, type FacetField, isFacetField } from '../schema.ts';
import { CHECK_FIELDS } from '../../../platform/messages.ts';
import { LOCATION_EXISTS, TEAM_ONLY } from '../messages.ts';

const FIRST_STEP = 0;

/**
 * Creates a location. With an id that the caller has made for it, asking again after a lost answer makes no second one. What they
 * have typed and not saved goes with it where they name the version of that.
 * @returns the id
 * @throws {ApiError} INVALID when the first step, or another that something was sent of, is not complete; CONFLICT when it is there
 * already, or another tab has gone on with what was typed
 */
export async function createLocation(
  trx: Trx,
  deps: LocationDeps,
  context: CommandContext,
  {
    id = randomUUID(),
    draftVersion,
    ...sent
  }: TypedFields & { id?: string | undefined; draftVersion?: number | undefined },
): Promise<string> {
  const { actor, at } = context;
  await lockCaller(trx, actor);
  await assertUnusedId(trx, id);
  const fields = {
    ...emptyFields(LOCATION_FIELDS),
    ...assertValid(checkSteps(emptyFields(LOCATION_FIELDS), sent, [FIRST_STEP])),
  };
  const locationurl = await claimUrl(trx, { id, requested: fields.locationurl, title: fields.title });
  const created = await trx
    .insertInto('locations')
    .values({
      ...toColumns(fields),
      ...{ id, owner_id: actor.id, title: fields.title, locationurl, creationdate: at, lastmodificationdate: at },
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (!created.numInsertedOrUpdatedRows) throw new ApiError('CONFLICT', LOCATION_EXISTS);
  await writeOptions(trx, id, fields);
  if (draftVersion !== undefined) await adoptNewDraft(trx, context, { id, draftVersion }, getFieldNames(sent));
  await notifyOwner(trx, deps, id, 'registered');
  return id;
}

/** Ids of deleted locations stay theirs: the trail, notifications and links that people have kept are not to be about another place. */
async function assertUnusedId(trx: Trx, id: string): Promise<void> {
  const noted = await trx
    .selectFrom('audit_logs')
    .select('id')
    .where('location_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (noted) throw new ApiError('CONFLICT', LOCATION_EXISTS);
}

/** What is saved of a location, and which one the caller goes by; without a version, whichever there is. */
type Save = SentFields & {
  readonly id: string;
  readonly version?: number | undefined;
  readonly draftVersion?: number | undefined;
  readonly isSubmitting: boolean;
};

/**
 * Saves fields of a location, and submits it if that is asked: all of it or nothing.
 * @throws {ApiError} NOT_FOUND; INVALID when a step that something was sent of is not complete, with `isSubmitting` any; FORBIDDEN
 * when somebody else than the owner submits, or the owner sends what is the team's to fill in; CONFLICT when it awaits approval, or is another than the caller goes by
 */
export async function saveLocation(
  trx: Trx,
  deps: LocationDeps,
  context: CommandContext,
  { id, version, draftVersion, isSubmitting, ...sent }: Save,
): Promise<void> {
  const { actor, at } = context;
  await lockCaller(trx, actor);
  const location = await lockForChange(trx, actor, id);
  const present = (await getWorkingCopies(trx, [id])).get(id) ?? throwNoLocation();
  const isOwner = location.relation === 'owner';
  await assertExpectedVersions(trx, context, present, { version, draftVersion });
  if (isOwner && getTeamFields(sent).length > 0) throw new ApiError('FORBIDDEN', TEAM_ONLY);
  const values = assertValid(isOwner ? checkSteps(present.fields, sent) : checkRecord(present.fields, sent));
  let state = location;
  if (Object.keys(values).length > 0) {
    const changed = isOwner ? [] : await getChangedFields(trx, id, present.fields, values);
    await writeFields(trx, id, present.fields, values);
    state = { ...location, ...(await recordChange(trx, location, at)) };
    const entry = { type: 'LOCATION_UPDATED', actorId: actor.id, locationId: id, at } as const;
    if (!isOwner) await recordAudit(trx, { ...entry, details: { fields: changed.join(', ') } });
  }
  const left = isOwner ? await deleteSavedFields(trx, id, getFieldNames(sent), at) : {};
  if (isSubmitting) await submitLocation(trx, deps, context, state, left);
}

function assertValid<Values>({ values, problems }: CheckResult<Values>): Values {
  if (Object.keys(problems).length === 0) return values;
  throw new ApiError('INVALID', CHECK_FIELDS, problems);
}

async function writeFields(trx: Trx, id: string, stored: LocationFields, values: Partial<RecordFields>): Promise<void> {
  const { title = stored.title, locationurl: requested } = values;
  const address = requested === undefined ? {} : { locationurl: await claimUrl(trx, { id, requested, title }) };
  if (values.locationidentifier) await assertLegacyIdFree(trx, id, values.locationidentifier);
  await trx
    .updateTable('locations')
    .set(({ eb }) => ({ ...toColumns(values), ...address, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await writeOptions(trx, id, values);
}

/** But for the options, and for the address, which is nobody else's. */
function toColumns(values: Partial<RecordFields>): Partial<Insertable<Database['locations']>> {
  const columns = RECORD_FIELDS.filter(
    (field) => values[field] !== undefined && field !== 'locationurl' && !isFacetField(field),
  );
  return Object.fromEntries(
    columns.map((field) => [field, values[field] === '' && field !== 'title' ? null : values[field]]),
  );
}

/** Replaces the options of the fields that are given. */
async function writeOptions(trx: Trx, id: string, values: Partial<LocationFields>): Promise<void> {
  const chosen = FACET_FIELDS.filter((field) => values[field] !== undefined).map(
    (field) => [field, [values[field]!].flat().filter((name) => name !== '')] as const,
  );
  if (chosen.length === 0) return;
  const ids = await getOptionIds(trx, chosen);
  const fields = chosen.map(([field]) => field);
  await trx.deleteFrom('location_options').where('location_id', '=', id).where('field', 'in', fields).execute();
  if (ids.length > 0)
    await trx
      .insertInto('location_options')
      .values(ids.map((option) => ({ ...option, location_id: id })))
      .execute();
}

/** @throws {ApiError} INVALID when a list has no such option (any more) */
async function getOptionIds(
  trx: Trx,
  chosen: readonly (readonly [FacetField, readonly string[]])[],
): Promise<{ option_id: number; field: string }[]> {
  const pairs = chosen.flatMap(([field, names]) => names.map((name) => ({ field, name })));
  const { rows } = await sql<{ option_id: number; field: string; name: string }>`
    select o.id as option_id, o.field, o.name from options o
    join unnest(${pairs.map(({ field }) => field)}::text[], ${pairs.map(({ name }) => name)}::text[])
      as chosen (field, name) on chosen.field = o.field and chosen.name = o.name
    for key share of o`.execute(trx);
  const problems: Record<string, string> = {};
  for (const { field, name } of pairs) {
    if (!rows.some((row) => row.field === field && row.name === name))
      problems[field] = `“${name}” is not in the list of ${FACETS[field].label.toLowerCase()} any more. Choose again.`;
  }
  assertValid({ values: {}, problems });
  return rows.map(({ option_id, field }) => ({ option_id, field }));
}
