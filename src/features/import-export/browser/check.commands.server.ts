import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/transaction.ts';
import { LAST_REVISION } from '../../locations/bulk-changes/outcomes.queries.server.ts';
import { type LeftOutReason, REASONS, type Reason } from '../../locations/bulk-changes/schema.ts';
import { type UrlRegistry, getUrlRegistry } from '../../locations/working-copy/page-urls/queries.server.ts';
import type { StoredMatch } from '../../duplicates/queries.server.ts';
import { findLikelyDuplicates } from '../likely-duplicates.queries.server.ts';
import { atLine, outsideRegion } from '../messages.ts';
import type { OptionLookup } from '../option-lookup.ts';
import { loadOptionLookup } from '../option-proposals.server.ts';
import { optionReplacements } from '../option-replacements.ts';
import { getRowResult, planImport } from '../plan.server.ts';
import { listMatches } from '../queries.server.ts';
import { getDefaultReason } from '../row-selection.ts';
import { listChanges } from './row-changes.ts';
import { BROWSER_RULES, type StoredRow, checkRows, describeFinding, groupProblems } from './rows.ts';
import { type ColumnMapping, type RowResult, columnMapping } from './schema.ts';

/** Rows that are checked, and whose progress is shown, at a time. */
const CHUNK_SIZE = 500;

/** A file of another region would have one for each row. */
const MAX_WARNINGS = 20;

/** The options by the choices of an import. */
export function getOptionLookup(
  db: Db,
  { create_options, replacements }: { create_options: boolean; replacements: unknown },
): Promise<OptionLookup> {
  return loadOptionLookup(db, {
    addsMissing: create_options,
    replacements: optionReplacements.parse(replacements),
    acceptsProposals: false,
    howToAdd: 'let the import add new options',
  });
}

/** Ids and URLs claimed by the rows checked so far. */
interface Claims {
  readonly options: OptionLookup;
  readonly urlRegistry: UrlRegistry;
  readonly lines: Map<string, number>;
  readonly locationIds: Set<string>;
  readonly warnings: Set<string>;
}

/** Which of the rows are left out is chosen after the dry run. */
type StoredResult = Exclude<RowResult, 'LEFT_OUT'>;

interface Checked {
  readonly position: number;
  readonly result: StoredResult;
  readonly title: string;
  readonly location_id: string;
  readonly publishes: boolean;
  readonly is_outside: boolean;
  readonly left_out_reason: LeftOutReason | null;
  readonly changes: readonly object[];
  readonly problems: readonly string[];
  readonly duplicate?: StoredMatch | undefined;
}

/**
 * The dry run: stores what the import of each row would do. Stops when the import is changed or deleted meanwhile.
 *
 * Rows are planned in the order of the file, so that the import, which plans its batches in the same way, finds the same.
 */
export async function checkStoredRows(
  db: Db,
  { id, version, at }: { id: string; version: number; at: Date },
): Promise<void> {
  const found = await db
    .selectFrom('imports')
    .select(['create_options', 'mapping', 'headings', 'replacements'])
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  if (!found) return;
  const { headings } = found;
  const mapping = columnMapping.parse(found.mapping);
  const claims: Claims = {
    options: await getOptionLookup(db, found),
    urlRegistry: await getUrlRegistry(db),
    lines: new Map(),
    locationIds: new Set(),
    warnings: new Set(),
  };
  for (let last = 0; ; last += CHUNK_SIZE) {
    const rows = await readRows(db, id, last);
    const checked = await checkChunk(db, rows, { headings, mapping, at }, claims);
    const isLast = rows.length < CHUNK_SIZE;
    const goesOn = await db.transaction().execute(async (trx) => {
      if (!(await storeProgress(trx, { id, version, rows: last + rows.length, isLast }, claims))) return false;
      await storeChecked(trx, id, checked);
      return !isLast;
    });
    if (!goesOn) return;
  }
}

async function readRows(db: Db, id: string, last: number): Promise<StoredRow[]> {
  return db
    .selectFrom('import_rows')
    .select(['position', 'line', 'cells', 'unreadable'])
    .where('import_id', '=', id)
    .where('position', '>', last)
    .orderBy('position')
    .limit(CHUNK_SIZE)
    .execute();
}

async function checkChunk(
  db: Db,
  rows: readonly StoredRow[],
  { headings, mapping, at }: { headings: readonly string[]; mapping: ColumnMapping; at: Date },
  claims: Claims,
): Promise<Checked[]> {
  const file = checkRows(rows, mapping);
  const existing = await listMatches(db, file.rows);
  const plan = planImport(file, { ...claims, existing }, { at, ...BROWSER_RULES });
  const problems = groupProblems([...file.problems, ...plan.problems], { headings, mapping });
  const refusals = await findRefusals(
    db,
    existing.map(({ id }) => id),
  );
  const before = new Map(existing.map((location) => [location.id, location]));
  const duplicates = await findLikelyDuplicates(db, plan.locations);
  const plannedByLine = new Map(plan.locations.map((planned) => [planned.line, planned]));
  const warnings = file.warnings.map((warning) => ({
    ...warning,
    message: describeFinding(warning, { headings, mapping }),
  }));
  for (const { line, message } of [...warnings, ...plan.warnings]) {
    if (line === null) claims.warnings.add(message);
    // The report counts these, and shows which rows they are.
    else if (message === outsideRegion(false) && plannedByLine.get(line)?.isOutside) continue;
    else if (plannedByLine.has(line) && claims.warnings.size < MAX_WARNINGS) claims.warnings.add(atLine(line, message));
  }
  return rows.map(({ position, line }): Checked => {
    const planned = plannedByLine.get(line);
    if (!planned) {
      // Of a location that was merged into another one: the plan leaves it out, and says so.
      const reasons = plan.warnings.filter((warning) => warning.line === line).map(({ message }) => message);
      const title = String(file.rows.find((row) => row.line === line)?.values.title ?? '');
      return { ...LEFT_OUT, position, title, location_id: randomUUID(), problems: reasons };
    }
    const id = String(planned.record.values.id);
    const former = before.get(id);
    const isChanged = planned.change !== 'unchanged' || planned.publish;
    const refusal = isChanged ? refusals.get(id) : undefined;
    const found = [...(problems.get(line) ?? []), ...(refusal ? [REASONS[refusal]] : [])];
    // A second row about the same location is refused: the report names each location once.
    const isTaken = claims.locationIds.has(id);
    claims.locationIds.add(id);
    return {
      position,
      result: found.length > 0 ? 'REFUSED' : getRowResult(planned),
      title: String(planned.record.values.title ?? ''),
      location_id: isTaken ? randomUUID() : id,
      publishes: planned.publish && found.length === 0,
      is_outside: planned.isOutside && found.length === 0,
      left_out_reason: found.length > 0 ? null : getDefaultReason(planned, duplicates.has(id)),
      changes: found.length > 0 || !isChanged ? [] : listChanges(former, planned.record),
      problems: found,
      duplicate: found.length > 0 ? undefined : duplicates.get(id),
    };
  });
}

const LEFT_OUT = {
  result: 'REFUSED',
  publishes: false,
  is_outside: false,
  left_out_reason: null,
  changes: [],
} as const;

/** Why locations cannot be changed now, by the rules of bulk changes. */
export async function findRefusals(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Reason>> {
  const { rows } = await sql<{ id: string; reason: Reason }>`
    select * from (
      select l.id, case
        when u.id is not null and u.enabled_at is null then 'OWNER_UNAVAILABLE'
        when l.location_status = 'AWAITING_APPROVAL' then 'AWAITING_APPROVAL'
        when exists (select from location_drafts d where d.location_id = l.id) then 'OWNER_DRAFT'
      end as reason
      from locations l left join users u on u.id = l.owner_id where l.id = any(${ids}::uuid[])
    ) found where reason is not null`.execute(db);
  return new Map(rows.map(({ id, reason }) => [id, reason]));
}

/** False if the import was changed or deleted meanwhile. */
async function storeProgress(
  trx: Trx,
  { id, version, rows, isLast }: { id: string; version: number; rows: number; isLast: boolean },
  { options, warnings }: Claims,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      checked_rows: rows,
      ...(isLast && {
        state: 'CHECKED',
        version: version + 1,
        new_options: JSON.stringify(options.added),
        unlisted_options: JSON.stringify(options.unlisted),
        warnings: [...warnings],
      }),
    })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'CHECKING')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the results, with the state of each location that applying them requires. */
async function storeChecked(trx: Trx, id: string, checked: readonly Checked[]): Promise<void> {
  await sql`
    update import_rows r set result = c.result, title = c.title, location_id = c.location_id, publishes = c.publishes,
      is_outside = c.is_outside, left_out_reason = c.left_out_reason, changes = c.changes,
      problems = array(select jsonb_array_elements_text(c.problems)),
      version = l.version, revision = last.revision, revised_at = last.revised_at
    from jsonb_to_recordset(${JSON.stringify(checked)}) as c (position integer, result text, title text, location_id uuid,
        publishes boolean, is_outside boolean, left_out_reason text, changes jsonb, problems jsonb)
      left join locations l on l.id = c.location_id ${LAST_REVISION}
    where r.import_id = ${id} and r.position = c.position`.execute(trx);
  await storeDuplicates(trx, id, checked);
}

/** Replaces those of an earlier dry run of these rows. */
async function storeDuplicates(trx: Trx, id: string, checked: readonly Checked[]): Promise<void> {
  const found = checked.flatMap(({ position, duplicate }) =>
    duplicate ? [{ import_id: id, position, location_id: duplicate.id, score: duplicate.score }] : [],
  );
  const positions = checked.map(({ position }) => position);
  await sql`delete from import_row_duplicates where import_id = ${id} and position = any(${positions}::integer[])`.execute(
    trx,
  );
  if (found.length > 0) await trx.insertInto('import_row_duplicates').values(found).execute();
}

/** Ends a dry run whose job has failed for the last time. */
export async function failCheck(db: Db, { id, version }: { id: string; version: number }): Promise<void> {
  await db
    .updateTable('imports')
    .set({ state: 'FAILED', version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('state', '=', 'CHECKING')
    .execute();
}
