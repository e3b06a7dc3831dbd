import { sql } from 'kysely';
import type { Cell } from '../../../platform/csv.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type ListedOption, facetField } from './schema.ts';
import { FACETS, FACET_FIELDS, type FacetField } from '../schema.ts';
import { OPTION_NOT_FOUND } from '../messages.ts';

/** All options in the order of their lists. */
export async function selectOptions(db: Db): Promise<ListedOption[]> {
  const rows = await db
    .selectFrom('options')
    .select(['id', 'field', 'name'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(({ field, ...option }) => ({ ...option, field: facetField.parse(field) }));
}

/** Every option, by field and in the order of its list. */
export async function listOptions(db: Db): Promise<ListedOption[]> {
  const options = await selectOptions(db);
  return FACET_FIELDS.flatMap((field) => options.filter((option) => option.field === field));
}

/** What a file of options is headed with. */
export const OPTION_HEADINGS = ['Id', 'List', 'Position', 'Name'];

/** The lines of a file of the options of one field, or of all, a list at a time. */
export async function* readOptionsForExport(
  db: Db,
  field: FacetField | undefined,
): AsyncGenerator<Cell[][], void, void> {
  const options = await listOptions(db);
  for (const list of field ? [field] : FACET_FIELDS)
    yield options
      .filter((option) => option.field === list)
      .map(({ id, name }, index) => [id, FACETS[list].label, index + 1, name]);
}

/** How many locations have an option, as they are worked on or as they are published. @throws {ApiError} NOT_FOUND */
export async function countOptionUse(db: Db, id: number): Promise<{ locations: number }> {
  const { rows } = await sql<{ known: boolean; locations: number }>`
    select exists (select from options where id = ${id}) as known,
      (select count(*)::integer from (
        select location_id from location_options where option_id = ${id}
        union
        select id from published_locations where option_ids @> array[${id}::integer]
      ) having_it) as locations`.execute(db);
  if (!rows[0]?.known) throw new ApiError('NOT_FOUND', OPTION_NOT_FOUND);
  return { locations: rows[0].locations };
}
