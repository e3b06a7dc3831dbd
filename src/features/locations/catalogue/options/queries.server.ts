import { sql } from 'kysely';
import type { Cell } from '../../../../platform/text/csv.ts';
import type { Db } from '../../../../platform/db/transaction.ts';
import { ApiError } from '../../../../platform/http/contract.ts';
import { type ListedOption, type OfficeArea, facetField } from './schema.ts';
import { FACET_FIELDS, type FacetField, getFactLabel } from '../schema.ts';
import { OPTION_NOT_FOUND } from './messages.ts';

/** Lists all options by position. */
export async function listOptionsByPosition(db: Db): Promise<ListedOption[]> {
  const rows = await db
    .selectFrom('options')
    .select(['id', 'field', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ field, ...option }) => ({ ...option, field: facetField.parse(field) }));
}

/** Lists all options by field and position. */
export async function listOptions(db: Db): Promise<ListedOption[]> {
  const options = await listOptionsByPosition(db);
  return FACET_FIELDS.flatMap((field) => options.filter((option) => option.field === field));
}

/** Column headings of the CSV file. */
export const OPTION_HEADINGS = ['Id', 'List', 'Position', 'Name'];

/** The rows of the CSV file of the options of one field, or of all fields, by list. */
export async function* readOptionsForExport(
  db: Db,
  field: FacetField | undefined,
): AsyncGenerator<Cell[][], void, void> {
  const options = await listOptions(db);
  for (const list of field ? [field] : FACET_FIELDS)
    yield options
      .filter((option) => option.field === list)
      .map(({ id, name }, index) => [id, getFactLabel(list), index + 1, name]);
}

/**
 * Counts the locations that have an option in their working copy or published version, and the accounts of a film office.
 * @throws {ApiError} NOT_FOUND
 */
export async function countOptionUse(db: Db, id: number): Promise<{ locations: number; accounts: number }> {
  const { rows } = await sql<{ known: boolean; locations: number; accounts: number }>`
    select exists (select from options where id = ${id}) as known,
      (select count(*)::integer from users where office_id = ${id}) as accounts,
      (select count(*)::integer from (
        select location_id from location_options where option_id = ${id}
        union
        select id from published_locations where option_ids @> array[${id}::integer]
      ) having_it) as locations`.execute(db);
  if (!rows[0]?.known) throw new ApiError('NOT_FOUND', OPTION_NOT_FOUND);
  return { locations: rows[0].locations, accounts: rows[0].accounts };
}

/** The council areas of all film offices. */
export async function listOfficeAreas(db: Db): Promise<OfficeArea[]> {
  return db.selectFrom('film_office_areas').select(['authority_id', 'office_id']).orderBy('authority_id').execute();
}
