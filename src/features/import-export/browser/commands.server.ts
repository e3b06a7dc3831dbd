import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/tables.ts';
import { assertWithinLimit } from '../../../platform/feature/row-limits.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext, Services } from '../../../platform/http/handlers.ts';
import { lockCaller } from '../../accounts/commands.server.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { startPreparedChange } from '../../locations/bulk-changes/prepared.commands.server.ts';
import * as messages from '../messages.ts';
import { importQueue } from './import-queue.server.ts';
import { isVisible, selectCheckedRows } from './queries.server.ts';
import type { Sheet, Table } from './read-table.server.ts';
import type { OptionReplacements } from '../option-replacements.ts';
import { type ColumnMapping, type ImportState, columnMapping, getColumnLabel, suggestMapping } from './schema.ts';

/** Uploaded files of one account that are not imported. */
export const MAX_WAITING_IMPORTS = 20;

/**
 * Stores the rows of a file with the mapping of the last one with the same headings, or else one by the names of the headings. Of a workbook
 * with several sheets it chooses the one with the most headings that name a field.
 * @returns the id
 */
export async function addImport(
  { trx, actor, at }: CommandContext,
  { name, sheets }: { name: string; sheets: readonly Sheet[] },
): Promise<string> {
  const chosen = findLikeliestSheet(sheets);
  const { headings, rows } = (sheets[chosen] as Sheet & { table: Table }).table;
  const { id } = await trx
    .insertInto('imports')
    .values({
      file_name: name,
      headings: [...headings],
      row_count: rows.length,
      ...(await getInitialMapping(trx, { headings, rows })),
      created_by: actor.id,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await assertWithinLimit(trx, {
    lock: `imports of ${actor.id}`,
    count: sql`select count(*) from imports where created_by = ${actor.id} and state <> 'APPLIED'`,
    max: MAX_WAITING_IMPORTS,
    message: messages.waitingImportLimit,
  });
  await insertRows(trx, id, rows);
  if (sheets.length > 1) await insertSheets(trx, id, sheets, chosen);
  await recordAudit(trx, {
    type: 'IMPORT_UPLOADED',
    actorId: actor.id,
    at,
    details: { file: name, rows: rows.length },
  });
  return id;
}

/** Returns the index of the sheet that can be imported and has the most headings that name a field, the first of equal ones. */
function findLikeliestSheet(sheets: readonly Sheet[]): number {
  const known = sheets.map((sheet) =>
    'table' in sheet ? suggestMapping(sheet.table.headings).filter((column) => column !== null).length : -1,
  );
  return known.indexOf(Math.max(...known));
}

/** The mapping of the last file with the same headings, or else one derived from the headings and rows. */
async function getInitialMapping(trx: Trx, { headings, rows }: Table) {
  const saved = await trx
    .selectFrom('import_mappings')
    .select(['mapping', 'create_options', 'replacements'])
    .where('headings_key', '=', toHeadingsKey(headings))
    .executeTakeFirst();
  return {
    mapping: JSON.stringify(parseMapping(saved?.mapping, headings) ?? suggestMapping(headings, rows)),
    create_options: saved?.create_options ?? false,
    replacements: JSON.stringify(saved?.replacements ?? []),
  };
}

/** Rows that one statement stores. */
const ROWS_PER_STATEMENT = 2_000;

async function insertRows(trx: Trx, id: string, rows: Table['rows']): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(from, from + ROWS_PER_STATEMENT);
    const stored = chunk.map((row, index) => ({ position: from + index + 1, ...row }));
    await sql`
      insert into import_rows (import_id, position, line, cells, unreadable)
      select ${id}, position, line, array(select jsonb_array_elements_text(cells)), unreadable
      from jsonb_to_recordset(${JSON.stringify(stored)}) as row (position integer, line integer, cells jsonb, unreadable text)`.execute(
      trx,
    );
  }
}

async function insertSheets(trx: Trx, id: string, sheets: readonly Sheet[], chosen: number): Promise<void> {
  for (const [index, sheet] of sheets.entries())
    await trx
      .insertInto('import_sheets')
      .values({
        import_id: id,
        number: index + 1,
        name: sheet.name,
        is_chosen: index === chosen,
        ...('table' in sheet
          ? {
              headings: [...sheet.table.headings],
              row_count: sheet.table.rows.length,
              rows: JSON.stringify(sheet.table.rows),
            }
          : { problem: sheet.problem }),
      })
      .execute();
}

/**
 * Replaces the rows by those of another sheet of the workbook, to choose fields for them.
 * @throws {ApiError} NOT_FOUND; CONFLICT for another version; INVALID for a sheet that cannot be imported
 */
export async function chooseSheet(
  context: CommandContext,
  { sheet: number, ...expected }: Expected & { sheet: number },
): Promise<void> {
  const { trx } = context;
  const { id } = await lockExpected(context, expected);
  const sheet = await trx
    .selectFrom('import_sheets')
    .select(['headings', 'rows'])
    .where('import_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!sheet?.headings || !sheet.rows)
    throw new ApiError('INVALID', messages.CHOOSE_SHEET, { sheet: messages.CHOOSE_SHEET });
  const { headings } = sheet;
  const rows = sheet.rows as unknown as Table['rows'];
  for (const isChosen of [false, true])
    await trx
      .updateTable('import_sheets')
      .set({ is_chosen: isChosen })
      .where('import_id', '=', id)
      .where('number', isChosen ? '=' : '<>', number)
      .execute();
  await trx.deleteFrom('import_rows').where('import_id', '=', id).execute();
  await insertRows(trx, id, rows);
  await updateImport(trx, expected, {
    state: 'MAPPING',
    headings,
    row_count: rows.length,
    ...(await getInitialMapping(trx, { headings, rows })),
    ...NOT_CHECKED,
  });
}

/** A mapping may name a field that no longer exists. */
function parseMapping(saved: unknown, headings: readonly string[]): ColumnMapping | undefined {
  const { data } = columnMapping.safeParse(saved);
  return data?.length === headings.length ? data : undefined;
}

function toHeadingsKey(headings: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(headings)).digest('hex');
}

/** The version that the user has seen. */
export interface Expected {
  readonly id: string;
  readonly expectedVersion: number;
}

async function lockImport({ trx, actor }: CommandContext, id: string) {
  await lockCaller(trx, actor);
  const found = await trx
    .selectFrom('imports')
    .select(['id', 'version', 'state', 'file_name', 'headings', 'replacements'])
    .where('id', '=', id)
    .where(isVisible(actor))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND', messages.IMPORT_NOT_FOUND);
  if (found.state === 'APPLIED') throw new ApiError('CONFLICT', messages.IMPORT_IS_STARTED);
  return found;
}

async function lockExpected(context: CommandContext, { id, expectedVersion }: Expected) {
  const found = await lockImport(context, id);
  if (found.version !== expectedVersion) throw new ApiError('CONFLICT', messages.IMPORT_CHANGED);
  return found;
}

export async function updateImport(
  trx: Trx,
  { id, expectedVersion }: Expected,
  values: Partial<Pick<Database['imports'], 'bulk_change_id' | 'headings' | 'row_count'>> & {
    readonly state: ImportState;
    readonly mapping?: string;
    readonly create_options?: boolean;
    readonly replacements?: string;
    readonly unlisted_options?: string;
    readonly checked_rows?: number;
    readonly new_options?: string;
    readonly warnings?: string[];
  },
): Promise<void> {
  await trx
    .updateTable('imports')
    .set({ ...values, version: expectedVersion + 1 })
    .where('id', '=', id)
    .execute();
}

const NOT_CHECKED = { checked_rows: 0, new_options: '[]', unlisted_options: '[]', warnings: [] as string[] };

/** @throws {ApiError} NOT_FOUND; CONFLICT for another version; INVALID for a mapping without fields, or with a field twice */
export async function startCheck(
  context: CommandContext & Pick<Services, 'jobs'>,
  {
    mapping,
    createOptions,
    replacements,
    ...expected
  }: Expected & { mapping: ColumnMapping; createOptions: boolean; replacements?: OptionReplacements | undefined },
): Promise<void> {
  const { trx, at } = context;
  const found = await lockExpected(context, expected);
  const { headings } = found;
  assertMapping(mapping, headings.length);
  const saved = {
    mapping: JSON.stringify(mapping),
    create_options: createOptions,
    replacements: JSON.stringify(replacements ?? found.replacements),
  };
  await updateImport(trx, expected, { state: 'CHECKING', ...saved, ...NOT_CHECKED });
  await trx
    .insertInto('import_mappings')
    .values({ headings_key: toHeadingsKey(headings), ...saved, updated_at: at })
    .onConflict((conflict) => conflict.column('headings_key').doUpdateSet({ ...saved, updated_at: at }))
    .execute();
  await context.jobs.enqueue(trx, importQueue, { id: expected.id, version: expected.expectedVersion + 1 });
}

function assertMapping(mapping: ColumnMapping, columns: number): void {
  const reject = (message: string) => {
    throw new ApiError('INVALID', message, { mapping: message });
  };
  if (mapping.length !== columns) reject(messages.MAPPING_LENGTH);
  const fields = mapping.filter((field) => field !== null);
  if (fields.length === 0) reject(messages.MAP_A_COLUMN);
  const repeated = fields.find((field, index) => fields.indexOf(field) < index);
  if (repeated !== undefined) reject(messages.mappedTwice(getColumnLabel(repeated)));
}

/** Lets the team choose other fields. @throws {ApiError} NOT_FOUND; CONFLICT for another version */
export async function reopenImport(context: CommandContext, expected: Expected): Promise<void> {
  await lockExpected(context, expected);
  await updateImport(context.trx, expected, { state: 'MAPPING', ...NOT_CHECKED });
}

/** Locks an import whose dry run has ended. @throws {ApiError} NOT_FOUND; CONFLICT for another version, or one that is not checked */
export async function lockChecked(context: CommandContext, expected: Expected) {
  const found = await lockExpected(context, expected);
  if (found.state !== 'CHECKED') throw new ApiError('CONFLICT', messages.IMPORT_NOT_CHECKED);
  return found;
}

/** @throws {ApiError} NOT_FOUND; CONFLICT for another version, or one that is not checked, or would change nothing */
export async function applyImport(context: CommandContext & Pick<Services, 'jobs'>, expected: Expected): Promise<void> {
  const { id, file_name } = await lockChecked(context, expected);
  const changeId = await startPreparedChange(context, {
    action: { kind: 'import', fileName: file_name },
    items: sql`
      select position, line, location_id, title, revision, revised_at, coalesce(version, 0) as version, result = 'NEW' as is_new,
        case result when 'SAME' then 'SAME' when 'REFUSED' then 'REFUSED' when 'LEFT_OUT' then 'REFUSED' else 'PENDING' end as state,
        case result when 'REFUSED' then 'ROW_PROBLEM' when 'LEFT_OUT' then left_out_reason end as reason,
        case result when 'REFUSED' then left(array_to_string(problems, ' '), 1000) when 'LEFT_OUT' then duplicate end as detail
      from ${selectCheckedRows(id)}, lateral (
        select case left_out_reason when 'LIKELY_DUPLICATE' then (
          select format('“%s” (%s %% similar).', title, score) from locations where id = duplicate_id) end as duplicate) detail`,
  });
  await updateImport(context.trx, expected, { state: 'APPLIED', bulk_change_id: changeId });
}

/** @throws {ApiError} NOT_FOUND; CONFLICT when it is being imported */
export async function discardImport(context: CommandContext, { id }: { id: string }): Promise<void> {
  const { trx, actor, at } = context;
  const { file_name } = await lockImport(context, id);
  await trx.deleteFrom('imports').where('id', '=', id).execute();
  await recordAudit(trx, { type: 'IMPORT_DISCARDED', actorId: actor.id, at, details: { file: file_name } });
}
