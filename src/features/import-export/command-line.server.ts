import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '../../platform/db/transaction.ts';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import type { PublishEvent } from '../../platform/db/transaction-events.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import type { LocationEvent } from '../locations/events.ts';
import { getFactLabel } from '../locations/catalogue/schema.ts';
import { importLocations } from './commands.server.ts';
import { IMPORT_COLUMNS } from './columns.ts';
import { type Finding, type ImportReport, type Mapping, mapping } from './schema.ts';

export const IMPORT_USAGE = `import FILE [--apply] [--mapping=FILE] [--create-options] [--republish]

Adds the locations of a CSV or JSON file, and updates existing ones. Without --apply it only reports what it would do.
--mapping         JSON file that maps the headings of the file to columns: {"Property name": "title"}
--create-options  adds unknown options to their lists; otherwise they are errors
--republish       also publishes locations flagged for the website (exporttowebsite) that are offline or have unpublished
                  changes, unless they have an owner

Columns: ${IMPORT_COLUMNS.join(', ')}`;

/** A file that cannot be read or used. The usage of the command would not help. */
class UnusableFileError extends Error {}

interface Outcome {
  readonly text: string;
  /** 0 done, 1 problems in the file, 2 usage error. */
  readonly exitCode: 0 | 1 | 2;
}

/** Runs the command `import`. */
export async function runImport(
  db: Db,
  args: readonly string[],
  publishEvent: PublishEvent<LocationEvent>,
  at: Date,
): Promise<Outcome> {
  let task: Awaited<ReturnType<typeof parseArguments>>;
  try {
    task = await parseArguments(args);
  } catch (error) {
    const { message } = error as Error;
    return { text: error instanceof UnusableFileError ? message : `${message}\n\n${IMPORT_USAGE}`, exitCode: 2 };
  }
  const report = await db
    .transaction()
    .execute((trx) => importLocations(trx, { ...task, actorId: null, at }, publishEvent));
  return { text: formatReport(report), exitCode: report.problems.length > 0 ? 1 : 0 };
}

async function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      apply: { type: 'boolean' },
      mapping: { type: 'string' },
      'create-options': { type: 'boolean' },
      republish: { type: 'boolean' },
    },
  });
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new Error('Specify one file to import.');
  return {
    file: await readNamedFile(path),
    fileName: basename(path),
    mapping: values.mapping === undefined ? {} : await readMapping(values.mapping),
    apply: values.apply ?? false,
    createOptions: values['create-options'] ?? false,
    republish: values.republish ?? false,
  };
}

async function readNamedFile(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableFileError(describeFileFailure(path, 'read', error));
  });
}

async function readMapping(path: string): Promise<Mapping> {
  const text = (await readNamedFile(path)).toString('utf8');
  try {
    return mapping.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableFileError(`${path} must be a JSON object such as {"Property name": "title"}.`, { cause });
  }
}

const MAX_MESSAGES = 200;
const MAX_LINES = 8;

/** Formats the report of an import for the command line. */
export function formatReport(report: ImportReport): string {
  const { problems, warnings, optionsAdded } = report;
  return [
    ...formatFindings('Warnings', warnings),
    ...formatFindings('Problems', problems),
    ...optionsAdded.map(({ field, name }) => `New option of ${getFactLabel(field).toLowerCase()}: ${name}`),
    `${formatCount(report.rows, 'row')}: ${report.added} new, ${report.updated} changed, ${report.unchanged} unchanged; ${report.published} to publish.`,
    formatResult(report),
  ].join('\n');
}

/** Formats the same finding in the same column as one line. */
function formatFindings(title: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const kinds = [...Map.groupBy(findings, ({ column, message }) => `${column} ${message}`).values()];
  const more = kinds.length - MAX_MESSAGES;
  return [
    `${title} (${findings.length}):`,
    ...kinds.slice(0, MAX_MESSAGES).map(toLine),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    '',
  ];
}

function toLine(findings: readonly Finding[]): string {
  const { column = null, message = '' } = findings[0] ?? {};
  const place = [formatLines(findings), column === null ? '' : `column “${column}”`].filter(Boolean).join(', ');
  return `  ${place ? `${place}: ` : ''}${message}`;
}

function formatLines(findings: readonly Finding[]): string {
  const lines = findings.map(({ line }) => line).filter((line) => line !== null);
  if (lines.length === 0) return '';
  const more = lines.length - MAX_LINES;
  return `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MAX_LINES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function formatResult({ applied, problems }: ImportReport): string {
  if (problems.length > 0) return 'Nothing was imported. Fix the problems and try again.';
  return applied ? 'Imported.' : 'Nothing was changed: this was a dry run. Add --apply to import.';
}
