import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/locks.ts';
import type { Trx } from '../../../platform/db/transaction.ts';
import { auditAll, storeRevisions } from '../../locations/bulk-changes/apply.commands.server.ts';
import { lockOwners, lockUnchanged, storeRefusals } from '../../locations/bulk-changes/batch.commands.server.ts';
import type { Refusals, RowImporter } from '../../locations/bulk-changes/batch.ts';
import { setItemState, storeFormerColumns } from '../../locations/bulk-changes/prepared.commands.server.ts';
import { addOptions } from '../../locations/catalogue/options/commands.server.ts';
import { getUrlRegistry } from '../../locations/working-copy/page-urls/queries.server.ts';
import { publishLocations } from '../../locations/publishing/commands.server.ts';
import { upsertWorkingCopies } from '../../locations/working-copy/bulk.commands.server.ts';
import { recordRevisions } from '../../locations/working-copy/revisions.commands.server.ts';
import { IMPORT_LOCK } from '../commands.server.ts';
import type { OptionLookup } from '../option-lookup.ts';
import { type PlannedLocation, planImport } from '../plan.server.ts';
import { lockMatches } from '../queries.server.ts';
import { COLUMN_NAMES } from '../columns.ts';
import { findRefusals, getOptionLookup } from './check.commands.server.ts';
import { BROWSER_RULES, type StoredRow, checkRows, groupProblems } from './rows.ts';
import { columnMapping } from './schema.ts';
import { undoRows } from './undo.commands.server.ts';

/** Performs the batches of imports, which are bulk changes. */
export const rowImporter: RowImporter = { apply: applyRows, undo: undoRows };

interface AppliedRow extends StoredRow {
  readonly location_id: string;
  /** Null for a row that was new in the dry run. */
  readonly version: number | null;
}

async function readImport(trx: Trx, changeId: string, ids: readonly string[]) {
  const found = await trx
    .selectFrom('imports')
    .select(['id', 'headings', 'mapping', 'create_options', 'replacements'])
    .where('bulk_change_id', '=', changeId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<AppliedRow>`
    select position, line, cells, unreadable, location_id, version from import_rows
    where import_id = ${found.id} and location_id = any(${ids}::uuid[]) order by position`.execute(trx);
  return { ...found, mapping: columnMapping.parse(found.mapping), rows };
}

/**
 * Plans the rows of a batch again, from the locked locations, and saves those that nothing speaks against. A location that was changed,
 * deleted or added since the dry run is left alone.
 */
async function applyRows(...[trx, deps, { change, actorId, at }, actor, ids]: Parameters<RowImporter['apply']>) {
  // Imports of the command line reserve page URLs too.
  await lockByName(trx, IMPORT_LOCK);
  const { rows, ...source } = await readImport(trx, change.id, ids);
  const file = checkRows(rows, source.mapping);
  const checked = file.rows.map((row, index) => ({ ...row, newId: rows[index]!.location_id }));
  await lockOwners(trx, ids);
  const existing = await lockMatches(trx, checked);
  const refused: Refusals = new Map();
  const known = rows.filter(({ version }) => version !== null).map(({ location_id }) => location_id);
  await lockUnchanged(trx, change, actor, known, refused);
  for (const [id, reason] of await findRefusals(trx, known)) if (!refused.has(id)) refused.set(id, { reason });
  const options = await getOptionLookup(trx, source);
  const urlRegistry = await getUrlRegistry(trx);
  const catalogue = { existing, options, urlRegistry };
  const plan = planImport({ ...file, rows: checked }, catalogue, { at, ...BROWSER_RULES });
  const problems = groupProblems([...file.problems, ...plan.problems], source);
  for (const [index, { location_id, line }] of rows.entries()) {
    if (refused.has(location_id)) continue;
    const found = problems.get(line);
    if (String(plan.locations[index]!.record.values.id) !== location_id)
      refused.set(location_id, { reason: 'CHANGED' });
    else if (found) refused.set(location_id, { reason: 'ROW_PROBLEM', detail: found.join(' ').slice(0, 1000) });
  }
  // By the row: its plan may be about another location, which somebody has added since.
  const accepted = plan.locations.filter((_, index) => !refused.has(rows[index]!.location_id));
  await save(trx, deps, { changeId: change.id, actorId, at }, accepted, options);
  await storeRefusals(trx, change.id, 'REFUSED', refused);
}

async function save(
  trx: Trx,
  deps: Parameters<RowImporter['apply']>[1],
  { changeId, actorId, at }: { changeId: string; actorId: string; at: Date },
  accepted: readonly PlannedLocation[],
  options: OptionLookup,
): Promise<void> {
  const toId = ({ record }: PlannedLocation) => String(record.values.id);
  const changed = accepted.filter(({ change }) => change !== 'unchanged');
  const published = accepted.filter(({ publish }) => publish).map(toId);
  const same = accepted.filter(({ change, publish }) => change === 'unchanged' && !publish).map(toId);
  await setItemState(trx, changeId, same, 'SAME');
  const ids = [...new Set([...changed.map(toId), ...published])];
  if (ids.length === 0) return;
  await storeFormerColumns(trx, changeId, { ids, published, columns: COLUMN_NAMES });
  const isUsed = ({ field, name }: OptionLookup['added'][number]) =>
    changed.some(({ record }) => record.options[field].includes(name));
  await addOptions(trx, options.added.filter(isUsed));
  await upsertWorkingCopies(
    trx,
    COLUMN_NAMES,
    changed.map(({ record }) => record),
  );
  const by = { origin: 'IMPORT', authorId: actorId } as const;
  const entry = { actorId, at, bulkChange: changeId };
  const revisions = await recordRevisions(trx, changed.map(toId), { action: 'IMPORTED', ...by, at });
  await auditAll(trx, 'LOCATION_IMPORTED', entry, revisions);
  const publications = await publishLocations(trx, { ids: published, at, by }, deps.publishEvent);
  await auditAll(trx, 'LOCATION_PUBLISHED', entry, publications);
  await storeRevisions(trx, changeId, ids);
}
