import { type Insertable, sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Database } from '../../../platform/db/tables.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type LocationFields, RECORD_FIELDS, type RecordFields } from '../catalogue/fields/lookup.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import { FACET_FIELDS, type FacetField, isFacetField, getFactLabel } from '../catalogue/schema.ts';
import { assertValid } from './check-fields.ts';
import { LOCATION_EXISTS, legacyIdTaken, optionRemoved } from '../messages.ts';

/**
 * Creates a working copy with checked fields.
 * @throws {ApiError} CONFLICT when there is one with this id; INVALID when an option is not in its list any more
 */
export async function insertWorkingCopy(
  trx: Trx,
  { id, ownerId, at }: { readonly id: string; readonly ownerId: string; readonly at: Date },
  fields: LocationFields,
): Promise<void> {
  const { title, locationurl } = fields;
  const created = await trx
    .insertInto('locations')
    .values({
      ...toColumns(fields),
      id,
      owner_id: ownerId,
      title,
      locationurl,
      creationdate: at,
      lastmodificationdate: at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (!created.numInsertedOrUpdatedRows) throw new ApiError('CONFLICT', LOCATION_EXISTS);
  await replaceOptions(trx, id, fields);
}

/**
 * Writes checked fields of a locked working copy and raises its version.
 * @throws {ApiError} INVALID when another location has the legacy id, or an option is not in its list any more
 */
export async function updateFields(trx: Trx, id: string, values: Partial<RecordFields>): Promise<void> {
  if (values.locationidentifier) await assertLegacyIdFree(trx, id, values.locationidentifier);
  await trx
    .updateTable('locations')
    .set(({ eb }) => ({ ...toColumns(values), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await replaceOptions(trx, id, values);
}

/** Empty texts are null in the database, except the title. Options have a table of their own. */
function toColumns(values: Partial<RecordFields>): Partial<Insertable<Database['locations']>> {
  const columns = RECORD_FIELDS.filter((field) => values[field] !== undefined && !isFacetField(field));
  return Object.fromEntries(
    columns.map((field) => [field, values[field] === '' && field !== 'title' ? null : values[field]]),
  );
}

/**
 * No other location gets the legacy id until the transaction ends.
 * @throws {ApiError} INVALID when another location has it
 */
export async function assertLegacyIdFree(trx: Trx, id: string, locationidentifier: number): Promise<void> {
  await lockByName(trx, 'legacy ids of locations');
  const other = await trx
    .selectFrom('locations')
    .select('title')
    .where('locationidentifier', '=', locationidentifier)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (!other) return;
  const message = legacyIdTaken(getDisplayTitle(other.title));
  throw new ApiError('INVALID', message, { locationidentifier: message });
}

/** Replaces the options of the fields that are given. */
async function replaceOptions(trx: Trx, id: string, values: Partial<LocationFields>): Promise<void> {
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

/** @throws {ApiError} INVALID when an option is not in its list any more */
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
      problems[field] = optionRemoved(name, getFactLabel(field).toLowerCase());
  }
  assertValid({ values: {}, problems });
  return rows.map(({ option_id, field }) => ({ option_id, field }));
}
