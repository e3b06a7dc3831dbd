import { writeFile } from 'node:fs/promises';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { describeFileFailure } from '../../../platform/files/file-failure.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { JobSender } from '../../../platform/jobs/job-queue.ts';
import type { Storage } from '../../../platform/storage/storage.ts';
import { toCsv } from '../../../platform/text/csv.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import type { LocationEvent } from '../../locations/events.ts';
import type { ImportReport } from '../schema.ts';
import { UnusableFileError } from '../unusable-file-error.ts';
import { checkPhotographs } from './check.server.ts';
import { addPhotographs, beginImport, undoImport } from './commands.server.ts';
import { matchPhotographs } from './match.ts';
import { createProgress } from './progress.ts';
import { findInterruptedImport, listAddedFiles } from './queries.server.ts';
import {
  type PhotographReport,
  REPORT_HEADINGS,
  formatLeftOut,
  formatPhotographReport,
  listReportRows,
} from './report.ts';
import type { PhotographSource } from './schema.ts';

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

/**
 * Adds photographs to the locations of imported rows, after it has written which ones. In a dry run of the rows it only says so.
 * @returns the text for the operator @throws {UnusableFileError}
 */
export async function importPhotographs(
  tools: PhotographTools,
  { photographs, tableName, addsSimilar, reportFile, at }: PhotographOptions,
  { applied, locations }: ImportReport,
): Promise<string> {
  const { db } = tools;
  const progress = createProgress(tools.writeLine);
  const source = { folder: photographs.root, tableName };
  const interrupted = await findInterruptedImport(db, source);
  const added = interrupted === undefined ? new Map<string, never>() : await listAddedFiles(db, interrupted);
  const match = matchPhotographs(locations, photographs.entries);
  const waiting = match.photographs.filter(({ row, file }) => !added.get(row.id)?.has(file.path));
  const checked = await checkPhotographs(db, photographs, waiting, progress);
  const report: PhotographReport = {
    accepted: checked.accepted,
    leftOut: [...match.leftOut, ...checked.leftOut],
    warnings: match.warnings,
    addedBefore: match.photographs.length - waiting.length,
  };
  if (reportFile !== undefined) await writeReport(reportFile, listReportRows(report, 'To import'));
  const text = formatPhotographReport(report);
  if (!applied) return text;
  tools.writeLine(text);
  if (report.accepted.length === 0 && interrupted === undefined) return 'There are no photographs to import.';
  const id = await beginImport(db, source, at);
  tools.writeLine(`This is import ${id}. After an interruption, run the same command again.`);
  const outcome = await tools.withMedia((media) =>
    addPhotographs({ ...tools, ...media, progress }, { id, source: photographs, at, addsSimilar }, report.accepted),
  );
  if (reportFile !== undefined) {
    const outcomeReport = { ...report, accepted: outcome.added, leftOut: [...report.leftOut, ...outcome.leftOut] };
    await writeReport(reportFile, listReportRows(outcomeReport, 'Imported'));
  }
  return [
    ...formatLeftOut(outcome.leftOut),
    `${formatCount(outcome.added.length + report.addedBefore, 'photograph')} imported. Smaller versions for pages are made in the background.`,
    `To delete them again: recce import --undo=${id} --apply`,
  ].join('\n');
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
    const { deleted, locations, remaining } = await undoImport(tools, task);
    const counts = `${formatCount(deleted, 'photograph')} of ${formatCount(locations, 'location')}`;
    const result = task.apply
      ? `${counts} deleted.`
      : `${counts} would be deleted. Nothing was changed: this was a dry run. Add --apply to delete them.`;
    return { text: [...formatLeftOut(remaining), result].join('\n'), exitCode: 0 };
  } catch (error) {
    if (error instanceof ApiError) return { text: error.message, exitCode: 1 };
    throw error;
  }
}
