import { lockForLongWork } from '../../platform/db/locks.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/db/transaction-events.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import { getUrlRegistry } from '../locations/working-copy/page-urls/queries.server.ts';
import { upsertWorkingCopies } from '../locations/working-copy/bulk.commands.server.ts';
import { recordRevisions } from '../locations/working-copy/revisions.commands.server.ts';
import type { LocationEvent } from '../locations/events.ts';
import { addOptions } from '../locations/catalogue/options/commands.server.ts';
import { publishLocations } from '../locations/publishing/commands.server.ts';
import { type CheckedFile, type CheckedRow, checkFile } from './check-file.ts';
import { findLikelyDuplicates } from './likely-duplicates.queries.server.ts';
import type { OptionLookup } from './option-lookup.ts';
import { loadOptionLookup } from './option-proposals.server.ts';
import type { OptionReplacements } from './option-replacements.ts';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import { type Plan, type PlannedLocation, getRowResult, planImport } from './plan.server.ts';
import { formatDuplicate, getDefaultReason } from './row-selection.ts';
import { type LeftOutReason, formatReason } from '../locations/bulk-changes/schema.ts';
import { lockMatches } from './queries.server.ts';
import { COLUMN_NAMES } from './columns.ts';
import type { Finding, ImportReport, ImportedRow, Mapping } from './schema.ts';
import { readSource } from './source.ts';

/** The lock of everything that imports: page URLs are made from titles. */
export const IMPORT_LOCK = 'import of locations';

/** Choices after a dry run. */
export interface ImportChoices {
  /** Options instead of names that the lists do not have. */
  readonly replacements?: OptionReplacements;
  /** Whether other names get the option that is proposed for them. */
  readonly acceptsProposals?: boolean;
  /** Rows that are imported although they would be left out. */
  readonly wants?: ReadonlySet<LeftOutReason>;
  /** Whether the row of a line is imported, whatever else is chosen; undefined if nobody has chosen. */
  readonly isSelected?: (line: number) => boolean | undefined;
}

export interface Import {
  /** CSV or JSON. */
  readonly file: Uint8Array;
  /** For the audit log. */
  readonly fileName: string;
  readonly mapping: Mapping;
  /** Whether changes are saved; otherwise it is a dry run. */
  readonly apply: boolean;
  /** Whether unknown options are added to their lists; otherwise they are problems. */
  readonly createOptions: boolean;
  /** Whether locations flagged for the website are also published when they are offline or have unpublished changes. */
  readonly republish: boolean;
  /** Whether only rows of new locations are imported; the others are reported as unchanged. */
  readonly addsOnly?: boolean;
  readonly choices?: ImportChoices;
  /** Null for the command line. */
  readonly actorId: string | null;
  readonly at: Date;
}

/**
 * Adds the locations of a file, and updates those that the catalogue has, all of them or, if there is any problem,
 * none. Those that are flagged for the website are published.
 */
export async function importLocations(
  trx: Trx,
  task: Import,
  publishEvent: PublishEvent<LocationEvent>,
): Promise<ImportReport> {
  await lockForLongWork(trx, IMPORT_LOCK);
  const { isSelected = () => undefined } = task.choices ?? {};
  const checked = checkFile(readSource(task.file), task.mapping);
  const deselected = checked.rows
    .filter(({ line }) => isSelected(line) === false)
    .map((row) => leaveOut(row, 'NOT_SELECTED'));
  const all = removeRows(checked, deselected);
  const first = await planFile(trx, task, all);
  const unwanted = await findUnwanted(trx, first, task.choices);
  const leftOut = [...deselected, ...unwanted].map(({ finding }) => finding);
  // Rows that are left out must not claim page URLs, or add options.
  const { plan, options, problems } =
    unwanted.length === 0 ? first : await planFile(trx, task, removeRows(all, unwanted));
  const applied = task.apply && problems.length === 0;
  if (applied) await applyPlan(trx, task, plan, options.added, publishEvent);
  const refused = new Set(problems.map(({ line }) => line));
  const accepted = plan.locations.filter(({ line }) => !refused.has(line));
  const results = accepted.map(getRowResult);
  const count = (result: (typeof results)[number]) => results.filter((found) => found === result).length;
  return {
    applied,
    rows: checked.rows.length,
    added: count('NEW'),
    updated: count('CHANGED'),
    unchanged: count('SAME'),
    refused: checked.rows.length - leftOut.length - accepted.length,
    published: accepted.filter(({ publish }) => publish).length,
    optionsAdded: options.added,
    replaced: options.replaced,
    leftOut: leftOut.toSorted(byLine),
    problems,
    warnings: [...all.warnings, ...plan.warnings],
    locations: accepted.map(toImportedRow),
  };
}

/** Photographs are matched with the row, also where it does not change the location. */
function toImportedRow({ line, row, record }: PlannedLocation): ImportedRow {
  const { locationidentifier, title, locationurl } = { ...record.values, ...row.values };
  return {
    line,
    id: String(record.values.id),
    legacyId: typeof locationidentifier === 'number' ? locationidentifier : null,
    title: getDisplayTitle(String(title)),
    slug: typeof locationurl === 'string' ? locationurl : null,
    photographs: row.photographs,
  };
}

interface PlannedFile {
  readonly plan: Plan;
  readonly options: OptionLookup;
  readonly problems: readonly Finding[];
}

async function planFile(trx: Trx, task: Import, file: CheckedFile): Promise<PlannedFile> {
  const { replacements = [], acceptsProposals = false } = task.choices ?? {};
  const options = await loadOptionLookup(trx, {
    replacements,
    acceptsProposals,
    addsMissing: task.createOptions,
    howToAdd: 'import with --create-options to add it',
  });
  const catalogue = { existing: await lockMatches(trx, file.rows), options, urlRegistry: await getUrlRegistry(trx) };
  const plan = planImport(file, catalogue, { ...task, needsLegacyId: true });
  return { plan, options, problems: [...file.problems, ...plan.problems].toSorted(byLine) };
}

/** Finds the rows without a problem that are left out unless somebody wants them. */
async function findUnwanted(
  trx: Trx,
  { plan: { locations, warnings }, problems }: PlannedFile,
  { wants, isSelected }: ImportChoices = {},
): Promise<LeftOutRow[]> {
  const matches = await findLikelyDuplicates(trx, locations);
  const refused = new Set(problems.map(({ line }) => line));
  return locations.flatMap((planned) => {
    const match = matches.get(String(planned.record.values.id));
    const reason = getDefaultReason(planned, match !== undefined);
    if (reason === null || getRowResult(planned) === 'SAME' || refused.has(planned.line)) return [];
    if (wants?.has(reason) || isSelected?.(planned.line)) return [];
    if (reason === 'LIKELY_DUPLICATE' && match)
      return [leaveOut(planned.row, reason, formatDuplicate(getDisplayTitle(match.title), match.score))];
    // The warning says whether latitude and longitude seem to be swapped.
    const finding = warnings.find(({ line }) => line === planned.line);
    return [finding ? { row: planned.row, finding } : leaveOut(planned.row, reason)];
  });
}

const byLine = (a: Finding, b: Finding) => (a.line ?? 0) - (b.line ?? 0);

interface LeftOutRow {
  readonly row: CheckedRow;
  readonly finding: Finding;
}

function leaveOut(row: CheckedRow, reason: LeftOutReason, detail: string | null = null): LeftOutRow {
  return { row, finding: { line: row.line, column: null, message: formatReason(reason, detail) } };
}

/** Removes rows with what was found in them. Several objects of a JSON file may be on one line, which stays while one of them does. */
function removeRows(file: CheckedFile, removed: readonly LeftOutRow[]): CheckedFile {
  const removedRows = new Set(removed.map(({ row }) => row));
  const rows = file.rows.filter((row) => !removedRows.has(row));
  const lines = new Set<number | null>(removed.map(({ row }) => row.line));
  for (const { line } of rows) lines.delete(line);
  const isLeft = ({ line }: Finding) => !lines.has(line);
  return { ...file, rows, problems: file.problems.filter(isLeft), warnings: file.warnings.filter(isLeft) };
}

async function applyPlan(
  trx: Trx,
  { actorId, at, fileName }: Import,
  { locations }: Plan,
  newOptions: ImportReport['optionsAdded'],
  publishEvent: PublishEvent<LocationEvent>,
): Promise<void> {
  const changed = locations.filter(({ change }) => change !== 'unchanged');
  const ids = locations.filter(({ publish }) => publish).map(({ record }) => String(record.values.id));
  if (changed.length === 0 && ids.length === 0) return;
  await addOptions(trx, newOptions);
  const records = changed.map(({ record }) => record);
  await upsertWorkingCopies(trx, COLUMN_NAMES, records);
  const by = { origin: 'IMPORT', authorId: actorId } as const;
  const changedIds = records.map(({ values }) => String(values.id));
  await recordRevisions(trx, changedIds, { action: 'IMPORTED', ...by, at });
  await publishLocations(trx, { ids, at, by }, publishEvent);
  const details = { file: fileName, changed: changed.length, published: ids.length };
  await recordAudit(trx, { type: 'LOCATIONS_IMPORTED', actorId, at, details });
}
