import { sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../../platform/text/csv.ts';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { Services } from '../../../platform/http/handlers.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { can } from '../../accounts/permissions.ts';
import { getDisplayTitle } from '../../locations/catalogue/display-title.ts';
import type { Caller } from '../../locations/working-copy/policy.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { IMPORT_NOT_FOUND } from '../messages.ts';
import { optionReplacements } from '../option-replacements.ts';
import type { importRows } from './contract.ts';
import {
  type ImportDetails,
  type ImportRow,
  type ImportSummary,
  ROW_RESULT_LABELS,
  type RowResult,
  columnMapping,
} from './schema.ts';

/** The condition for the imports that a user may see: all, or their own if their permission is limited. */
export function isVisible(caller: Caller) {
  return can(caller, 'location.import', 'any') ? sql<boolean>`true` : sql<boolean>`imports.created_by = ${caller.id}`;
}

function selectImports(db: Db, caller: Caller) {
  return db
    .selectFrom('imports')
    .leftJoin('users', 'users.id', 'imports.created_by')
    .where(isVisible(caller))
    .select([
      'imports.id',
      'imports.version',
      'state',
      'file_name',
      'row_count',
      'bulk_change_id',
      'imports.created_at',
    ])
    .select(['created_by', 'first_name', 'last_name', 'enabled_at']);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectImports>['execute']>>[number];

function toSummary(row: SummaryRow): ImportSummary {
  const { id, version, state, file_name, row_count, bulk_change_id, created_by, created_at } = row;
  return {
    id,
    version,
    state,
    file_name,
    row_count,
    bulk_change_id,
    created_by: toPerson({ ...row, id: created_by }),
    created_at: created_at.toISOString(),
  };
}

/** The uploaded files that are not imported yet, the latest first. */
export async function listImports(db: Db, caller: Caller): Promise<ImportSummary[]> {
  const rows = await selectImports(db, caller)
    .where('state', '<>', 'APPLIED')
    .orderBy('imports.created_at', 'desc')
    .orderBy('imports.id')
    .execute();
  return rows.map(toSummary);
}

const MAX_SAMPLE_LENGTH = 80;

/** @throws {ApiError} NOT_FOUND */
export async function getImport(db: Db, caller: Caller, { id }: { readonly id: string }): Promise<ImportDetails> {
  const row = await selectImports(db, caller)
    .select(['headings', 'mapping', 'create_options', 'checked_rows', 'new_options', 'unlisted_options', 'warnings'])
    .select('replacements')
    .where('imports.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', IMPORT_NOT_FOUND);
  const { headings, create_options, checked_rows, new_options, warnings } = row;
  return {
    ...toSummary(row),
    ...(await countRows(db, id)),
    headings,
    create_options,
    checked_rows,
    warnings,
    sheets: await listSheets(db, id),
    mapping: columnMapping.parse(row.mapping),
    new_options: new_options as ImportDetails['new_options'],
    unlisted_options: row.unlisted_options as ImportDetails['unlisted_options'],
    replacements: optionReplacements.parse(row.replacements),
    samples: await readSamples(db, id, headings.length),
  };
}

function listSheets(db: Db, id: string): Promise<ImportDetails['sheets']> {
  return db
    .selectFrom('import_sheets')
    .select([
      'number',
      'name',
      'problem',
      'is_chosen',
      ({ fn, lit }) => fn.coalesce('row_count', lit(0)).as('row_count'),
    ])
    .where('import_id', '=', id)
    .orderBy('number')
    .execute();
}

/**
 * The rows of a dry run with their likely duplicates. `result` is LEFT_OUT for those that are not selected, unless they would change nothing
 * anyway, and `left_out_reason` says why.
 */
export function selectCheckedRows(id: string) {
  return sql`(
    select position, line, title, row.location_id, version, revision, revised_at, publishes, is_outside, changes, problems,
      duplicate.location_id as duplicate_id, score,
      case when reason is null then result else 'LEFT_OUT' end as result, reason as left_out_reason
    from import_rows row left join import_row_duplicates duplicate using (import_id, position),
      lateral (select case when result not in ('NEW', 'CHANGED') or is_selected then null
        when is_selected = false then coalesce(left_out_reason, 'NOT_SELECTED') else left_out_reason end as reason) left_out
    where import_id = ${id} and result is not null) row`;
}

async function countRows(db: Db, id: string) {
  const { rows } = await sql<{
    result: RowResult;
    rows: number;
    publishes: number;
    duplicates: number;
    outside: number;
  }>`
    select result, count(*) as rows, count(*) filter (where publishes and result <> 'LEFT_OUT') as publishes,
      count(score) as duplicates, count(*) filter (where is_outside) as outside
    from ${selectCheckedRows(id)} group by result`.execute(db);
  const counts = { NEW: 0, CHANGED: 0, SAME: 0, LEFT_OUT: 0, REFUSED: 0 };
  for (const row of rows) counts[row.result] = row.rows;
  const sum = (key: 'publishes' | 'duplicates' | 'outside') => rows.reduce((total, row) => total + row[key], 0);
  return { counts, publishes: sum('publishes'), duplicates: sum('duplicates'), outside: sum('outside') };
}

/** Number of rows that are searched for samples. */
const SAMPLED_ROWS = 200;

/** The first three different values of each column. */
async function readSamples(db: Db, id: string, columns: number): Promise<string[][]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', id)
    .orderBy('position')
    .limit(SAMPLED_ROWS)
    .execute();
  return Array.from({ length: columns }, (_, index) => {
    const values = new Set(rows.map(({ cells }) => cells[index] ?? '').filter(Boolean));
    return [...values].slice(0, 3).map((value) => value.slice(0, MAX_SAMPLE_LENGTH));
  });
}

type RowFilters = Pick<z.output<typeof importRows.input>, 'id' | 'result' | 'duplicates' | 'outside'>;

/** A duplicate that was deleted since the dry run is left out. */
function selectRows({ id, result, duplicates, outside }: RowFilters, order: 'asc' | 'desc' = 'asc') {
  return sql<ImportRow>`
    select line, row.title, result, case when row.version is not null then row.location_id end as location_id, publishes,
      is_outside, coalesce(changes, '[]') as changes, problems,
      case when l.id is not null then json_build_object('id', l.id, 'title', l.title, 'score', score) end as duplicate
    from ${selectCheckedRows(id)} left join locations l on l.id = row.duplicate_id
    where ${result === undefined ? sql`true` : sql`result = ${result}`}
      and ${duplicates ? sql`score is not null` : sql`true`} and ${outside ? sql`is_outside` : sql`true`}
    order by position ${sql.raw(order)}`;
}

function toRow({ duplicate, ...row }: ImportRow): ImportRow {
  return {
    ...row,
    title: getDisplayTitle(row.title),
    duplicate: duplicate && { ...duplicate, title: getDisplayTitle(duplicate.title) },
  };
}

async function assertVisible(db: Db, caller: Caller, id: string): Promise<void> {
  const found = await selectImports(db, caller).where('imports.id', '=', id).executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', IMPORT_NOT_FOUND);
}

/** A page of the rows of a dry run. @throws {ApiError} NOT_FOUND */
export async function listRows(
  db: Db,
  caller: Caller,
  { page, sortOrder, ...filters }: z.output<typeof importRows.input>,
): Promise<Paged<ImportRow>> {
  await assertVisible(db, caller, filters.id);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (${selectRows(filters)}) found`.execute(db);
  const total = counted[0]?.total ?? 0;
  const { rows } = await sql<ImportRow>`
    ${selectRows(filters, sortOrder)} limit ${TABLE_PAGE_SIZE} offset ${(page - 1) * TABLE_PAGE_SIZE}`.execute(db);
  return { data: rows.map(toRow), total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

export const REPORT_HEADINGS = [
  'Line',
  'Title',
  'Result',
  'Problems',
  'Changes',
  'Page',
  'Likely duplicate of',
  'Similarity (%)',
  'Page of the likely duplicate',
];

/** The CSV rows of the report. @throws {ApiError} NOT_FOUND */
export async function exportRows(
  db: Db,
  caller: Caller,
  filters: RowFilters,
  { siteUrl }: Pick<Services, 'siteUrl'>,
): Promise<AsyncGenerator<Cell[][], void, void>> {
  await assertVisible(db, caller, filters.id);
  const toUrl = (id: string) => `${siteUrl}/admin/locations/${id}`;
  return readByCursor(
    db,
    () => selectRows(filters),
    async (_snapshot, rows) =>
      rows
        .map(toRow)
        .map((row) => [
          row.line,
          row.title,
          ROW_RESULT_LABELS[row.result],
          row.problems.join('\n'),
          row.changes.map(({ field, before, after }) => `${field}: ${before || '–'} → ${after || '–'}`).join('\n'),
          row.location_id && toUrl(row.location_id),
          ...(row.duplicate ? [row.duplicate.title, row.duplicate.score, toUrl(row.duplicate.id)] : ['', '', '']),
        ]),
  );
}
