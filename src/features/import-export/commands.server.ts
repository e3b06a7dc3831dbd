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
import { checkFile } from './check-file.ts';
import { findLikelyDuplicates } from './likely-duplicates.queries.server.ts';
import { OptionLookup } from './option-lookup.ts';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import { looksLike } from './messages.ts';
import { type Plan, type PlannedLocation, planImport } from './plan.server.ts';
import { listOptionsByPosition } from '../locations/catalogue/options/queries.server.ts';
import { lockMatches } from './queries.server.ts';
import { COLUMN_NAMES } from './columns.ts';
import type { Finding, ImportReport, Mapping } from './schema.ts';
import { readSource } from './source.ts';

/** The lock of everything that imports: page URLs are made from titles. */
export const IMPORT_LOCK = 'import of locations';

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
  const file = checkFile(readSource(task.file), task.mapping);
  const options = new OptionLookup(await listOptionsByPosition(trx), {
    addsMissing: task.createOptions,
    replacements: [],
  });
  const existing = await lockMatches(trx, file.rows);
  const urlRegistry = await getUrlRegistry(trx);
  const catalogue = { existing, options, urlRegistry };
  const plan = planImport(file, catalogue, { ...task, needsLegacyId: true });
  const likelyDuplicates = await warnOfDuplicates(trx, plan);
  const problems = [...file.problems, ...plan.problems].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
  const applied = task.apply && problems.length === 0;
  if (applied) await applyPlan(trx, task, plan, options.added, publishEvent);
  const count = (change: PlannedLocation['change']) =>
    plan.locations.filter((location) => location.change === change).length;
  return {
    applied,
    rows: file.rows.length,
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    published: plan.locations.filter(({ publish }) => publish).length,
    optionsAdded: options.added,
    problems,
    warnings: [...file.warnings, ...plan.warnings, ...likelyDuplicates],
  };
}

/** Warns of new locations that look like one that the catalogue has already. They are imported all the same. */
async function warnOfDuplicates(trx: Trx, { locations }: Plan): Promise<Finding[]> {
  const matches = await findLikelyDuplicates(trx, locations);
  return locations.flatMap(({ line, record }) => {
    const match = matches.get(String(record.values.id));
    return match ? [{ line, column: null, message: looksLike(getDisplayTitle(match.title), match.score) }] : [];
  });
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
