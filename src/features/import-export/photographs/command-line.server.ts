import { writeFile } from 'node:fs/promises';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { toCsv } from '../../../platform/text/csv.ts';
import { formatCount, formatNumber } from '../../../platform/text/numbers.ts';
import type { LocationEvent } from '../../locations/events.ts';
import type { ImportedRow } from '../schema.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import { checkPhotographs } from './check.server.ts';
import { addPhotographs, undoImport } from './commands.server.ts';
import { matchPhotographs } from './match.ts';
import { ROW_NOT_IMPORTED } from './messages.ts';
import { createProgress } from './progress.ts';
import { type ImportSource, listAddedFiles } from './queries.server.ts';
import { type PhotographReport, REPORT_HEADINGS, formatLeftOut, formatNotes, listReportRows } from './report.ts';
import type { MatchedPhotograph, PhotographFinding, PhotographSource } from './schema.ts';

/** What the command line gives to an import of photographs. */
export interface PhotographTools {
  readonly db: Db;
  readonly publishEvent: PublishEvent<LocationEvent>;
  /** Opens the storage and the job queue while work needs them. */
  readonly withMedia: <Result>(
    work: (media: { readonly storage: Storage; readonly jobs: JobSender }) => Promise<Result>,
  ) => Promise<Result>;
  /** Writes a line that is no result. */
  readonly writeLine: (line: string) => void;
}

export interface PhotographOptions {
  readonly photographs: PhotographSource;
  /** The name of the table. */
  readonly tableName: string;
  readonly addsSimilar: boolean;
  /** A CSV file that gets the whole report. */
  readonly reportFile: string | undefined;
  readonly at: Date;
}

/** Returns what identifies the import. */
export function getImportSource({ photographs, tableName }: PhotographOptions): ImportSource {
  return { folder: photographs.root, tableName };
}

/** What an import of photographs will do. */
export interface PhotographPlan extends PhotographReport {
  /** Photographs that belong to a row, also those that are left out. */
  readonly matched: number;
}

/**
 * Compares rows with the folder and the catalogue, and writes the report to its file. Nothing else is written.
 * @throws {UnusableFileError}
 */
export async function planPhotographs(
  { db, writeLine }: Pick<PhotographTools, 'db' | 'writeLine'>,
  options: PhotographOptions,
  rows: readonly ImportedRow[],
): Promise<PhotographPlan> {
  const { photographs, reportFile } = options;
  const added = await listAddedFiles(db, getImportSource(options));
  const match = matchPhotographs(rows, photographs.entries);
  const waiting = match.photographs.filter(({ row, file }) => !added.get(row.id)?.has(file.path));
  const checked = await checkPhotographs(db, photographs, waiting, createProgress(writeLine));
  const plan: PhotographPlan = {
    accepted: checked.accepted,
    leftOut: [...match.leftOut, ...checked.leftOut],
    warnings: [...match.warnings, ...checked.warnings],
    importedBefore: match.photographs.length - waiting.length,
    matched: match.photographs.length,
  };
  if (reportFile !== undefined) await writeReport(reportFile, listReportRows(plan, 'To import'));
  return plan;
}

/**
 * Adds the photographs of a plan to the locations of its rows, which are imported.
 * @returns the text for the operator
 */
export async function importPhotographs(
  tools: PhotographTools,
  { photographs, addsSimilar, reportFile, at }: PhotographOptions,
  plan: PhotographPlan,
  { id, rows }: { readonly id: number; readonly rows: readonly ImportedRow[] },
): Promise<string> {
  tools.writeLine(`This is import ${id}. After an interruption, run the same command again.`);
  const { accepted, leftOut } = setImportedRows(plan.accepted, rows);
  const progress = createProgress(tools.writeLine);
  const outcome = await tools.withMedia((media) =>
    addPhotographs({ ...tools, ...media, progress }, { id, source: photographs, at, addsSimilar }, accepted),
  );
  const leftOutAfterAll = [...leftOut, ...outcome.leftOut];
  const report = { ...plan, accepted: outcome.added, leftOut: [...plan.leftOut, ...leftOutAfterAll] };
  const before = plan.importedBefore > 0 ? `, ${formatNumber(plan.importedBefore)} before` : '';
  return [
    ...formatLeftOut(leftOutAfterAll),
    ...(reportFile === undefined ? [] : await writeFinalReport(reportFile, report)),
    `${formatCount(outcome.added.length, 'photograph')} imported${before}. Smaller versions for pages are made in the background.`,
    `To delete them again: recce import --undo=${id} --apply`,
  ].join('\n');
}

/** Puts the rows as they were imported in the place of those of the plan, where new locations had other ids. */
function setImportedRows(photographs: readonly MatchedPhotograph[], rows: readonly ImportedRow[]) {
  const getKey = ({ legacyId, id }: ImportedRow) => legacyId ?? id;
  const imported = new Map(rows.map((row) => [getKey(row), row]));
  const accepted: MatchedPhotograph[] = [];
  const leftOut: PhotographFinding[] = [];
  for (const photograph of photographs) {
    const row = imported.get(getKey(photograph.row));
    if (row) accepted.push({ ...photograph, row });
    else leftOut.push({ line: photograph.row.line, name: photograph.file.path, message: ROW_NOT_IMPORTED });
  }
  return { accepted, leftOut };
}

/** Writes the report of what was imported, which the operator is told in any case. @returns why it could not be written */
async function writeFinalReport(file: string, report: PhotographReport): Promise<string[]> {
  try {
    await writeReport(file, listReportRows(report, 'Imported'));
    return [];
  } catch (error) {
    if (error instanceof UnusableFileError) return [error.message];
    throw error;
  }
}

async function writeReport(file: string, lines: ReturnType<typeof listReportRows>): Promise<void> {
  const rows = toCsv(REPORT_HEADINGS, [lines]);
  await writeFile(file, rows, { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableFileError(describeFileFailure(file, 'written', error));
  });
}

/** Deletes the photographs of an import, or says which it would delete. */
export async function undoPhotographs(
  tools: Pick<PhotographTools, 'db' | 'publishEvent'>,
  task: { readonly id: number; readonly apply: boolean; readonly at: Date },
): Promise<{ text: string; exitCode: 0 | 1 }> {
  try {
    const { deleted, locations, remaining, notes } = await undoImport(tools, task);
    const counts = `${formatCount(deleted, 'photograph')} of ${formatCount(locations, 'location')}`;
    const result = task.apply
      ? `${counts} deleted.`
      : `${counts} would be deleted. Nothing was changed: this was a dry run. Add --apply to delete them.`;
    return { text: [...formatLeftOut(remaining), ...formatNotes(notes), result].join('\n'), exitCode: 0 };
  } catch (error) {
    if (error instanceof ApiError) return { text: error.message, exitCode: 1 };
    throw error;
  }
}
