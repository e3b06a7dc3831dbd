import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { describeFileFailure } from '../../platform/files/file-failure.ts';
import { formatCount } from '../../platform/text/numbers.ts';
import type { LeftOutReason } from '../locations/bulk-changes/schema.ts';
import { FACET_FIELDS, getFactLabel } from '../locations/catalogue/schema.ts';
import { type Import, importLocations } from './commands.server.ts';
import { IMPORT_COLUMNS, PHOTOGRAPH_COLUMNS } from './columns.ts';
import { type OptionReplacements, replacementsByField } from './option-replacements.ts';
import {
  type PhotographOptions,
  type PhotographTools,
  getImportSource,
  importPhotographs,
  planPhotographs,
  undoPhotographs,
} from './photographs/command-line.server.ts';
import { beginImport } from './photographs/commands.server.ts';
import { NO_PHOTOGRAPHS_LEFT, NO_ROW_HAS_PHOTOGRAPHS, continuesImport } from './photographs/messages.ts';
import { findInterruptedImport } from './photographs/queries.server.ts';
import { formatPhotographReport } from './photographs/report.ts';
import { openPhotographs } from './photographs/source.server.ts';
import { type Finding, type ImportReport, type Mapping, mapping } from './schema.ts';
import { UnusableFileError } from './unusable-file-error.ts';

export const IMPORT_USAGE = `import FILE [--apply] [--mapping=FILE] [--values=FILE] [--accept-proposals] [--include=ROWS] [--leave-out=ROWS]
       [--create-options] [--republish] [--photographs=FOLDER|ZIP] [--similar-photographs] [--report=FILE]
import --undo=NUMBER [--apply]

Adds the locations of a CSV or JSON file, and updates existing ones. Without --apply it only reports what it would do.
--mapping         JSON file that maps the headings of the file to columns: {"Property name": "title"}
--values          JSON file with options for values of the file that are none, null to leave them out:
                  {"condition": {"Poor": "Derelict", "Unknown": null}}
--accept-proposals  takes the option that the dry run proposes for each other value that is none
--include         rows to import that would be left out: outside, duplicates, or lines of the file: --include=outside,12,20-25
--leave-out       lines of the file to leave out: --leave-out=3,7-9
--create-options  adds unknown options to their lists; otherwise they are errors
--republish       also publishes locations flagged for the website (exporttowebsite) that are offline or have unpublished
                  changes, unless they have an owner
--photographs     also imports the photographs of a folder or ZIP archive: those that the column photographs names, separated by | or ;, with
                  photograph_captions and photograph_credits, or without this column those of the folders that are named after
                  the id, locationidentifier, locationurl or title of a row. Repeat the command after an interruption
--similar-photographs  also imports photographs that look like another one of their location
--report          writes the report of the photographs to a CSV file
--undo            deletes the photographs of an import; its end has the number

Rows that would put a location outside the region, and new locations that look like one that the catalogue has already, are
left out unless they are included.

Columns: ${[...IMPORT_COLUMNS, ...PHOTOGRAPH_COLUMNS].join(', ')}`;

interface Outcome {
  readonly text: string;
  /** 0 done, 1 problems in the file, 2 usage error. */
  readonly exitCode: 0 | 1 | 2;
}

/** Runs the command `import`. */
export async function runImport(tools: PhotographTools, args: readonly string[], at: Date): Promise<Outcome> {
  let task: Awaited<ReturnType<typeof parseArguments>>;
  try {
    task = await parseArguments(args);
  } catch (error) {
    const { message } = error as Error;
    return { text: error instanceof UnusableFileError ? message : `${message}\n\n${IMPORT_USAGE}`, exitCode: 2 };
  }
  if ('undo' in task) return undoPhotographs(tools, { id: task.undo, apply: task.apply, at });
  const { photographs, ...rows } = { ...task, actorId: null, at };
  if (!photographs) {
    const report = await tools.db.transaction().execute((trx) => importLocations(trx, rows, tools.publishEvent));
    return {
      text: [formatReport(report), ...noteUnreadPhotographs(report)].join('\n'),
      exitCode: report.problems.length > 0 ? 1 : 0,
    };
  }
  try {
    return await importWithPhotographs(tools, rows, { ...photographs, tableName: task.fileName, at });
  } catch (error) {
    if (error instanceof UnusableFileError) return { text: error.message, exitCode: 2 };
    throw error;
  } finally {
    await photographs.photographs.close();
  }
}

/** Imports rows with their photographs. Everything is compared before anything is written. @throws {UnusableFileError} */
async function importWithPhotographs(
  tools: PhotographTools,
  rows: Import,
  options: PhotographOptions,
): Promise<Outcome> {
  const { db, publishEvent, writeLine } = tools;
  const source = getImportSource(options);
  const interrupted = await findInterruptedImport(db, source);
  // Its rows were imported before the interruption, and somebody may have changed the locations since.
  const task = { ...rows, addsOnly: interrupted !== undefined };
  const formatRows = (report: ImportReport) =>
    [formatReport(report), ...(interrupted === undefined ? [] : [continuesImport(interrupted)]), ''].join('\n');
  const planned = await db
    .transaction()
    .execute((trx) => importLocations(trx, { ...task, apply: false }, publishEvent));
  const plan = await planPhotographs(tools, options, planned.locations);
  const planText = formatPhotographReport(plan);
  const hasProblems = planned.problems.length > 0;
  if (hasProblems || !task.apply) return { text: `${formatRows(planned)}\n${planText}`, exitCode: hasProblems ? 1 : 0 };
  writeLine(planText);
  if (plan.matched === 0) return { text: NO_ROW_HAS_PHOTOGRAPHS, exitCode: 1 };
  const { report, id } = await db.transaction().execute(async (trx) => {
    const report = await importLocations(trx, task, publishEvent);
    const begins = report.applied && (plan.accepted.length > 0 || interrupted !== undefined);
    return { report, id: begins ? await beginImport(trx, source, options.at) : undefined };
  });
  if (!report.applied) return { text: formatRows(report), exitCode: 1 };
  const result =
    id === undefined
      ? NO_PHOTOGRAPHS_LEFT
      : await importPhotographs(tools, options, plan, { id, rows: report.locations });
  return { text: `${formatRows(report)}\n${result}`, exitCode: 0 };
}

function noteUnreadPhotographs({ locations }: ImportReport): string[] {
  const hasNames = locations.some(({ photographs }) => photographs.photographs);
  return hasNames ? ['The file names photographs: to import them, add --photographs=FOLDER.'] : [];
}

async function parseArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      apply: { type: 'boolean' },
      mapping: { type: 'string' },
      values: { type: 'string' },
      'accept-proposals': { type: 'boolean' },
      include: { type: 'string', default: '' },
      'leave-out': { type: 'string', default: '' },
      'create-options': { type: 'boolean' },
      republish: { type: 'boolean' },
      photographs: { type: 'string' },
      'similar-photographs': { type: 'boolean' },
      report: { type: 'string' },
      undo: { type: 'string' },
    },
  });
  const apply = values.apply ?? false;
  const [path, ...more] = positionals;
  if (values.undo !== undefined) {
    if (!/^[1-9]\d{0,8}$/.test(values.undo) || path !== undefined)
      throw new Error('Specify --undo=NUMBER and no file.');
    return { undo: Number(values.undo), apply };
  }
  if (path === undefined || more.length > 0) throw new Error('Specify one file to import.');
  const included = parseRows('include', values.include, INCLUDED_GROUPS);
  const leftOut = parseRows('leave-out', values['leave-out'], new Map());
  const photographs =
    values.photographs === undefined
      ? undefined
      : {
          photographs: await openPhotographs(values.photographs),
          addsSimilar: values['similar-photographs'] ?? false,
          reportFile: values.report,
        };
  return {
    photographs,
    file: await readNamedFile(path),
    fileName: basename(path),
    mapping: values.mapping === undefined ? {} : await readMapping(values.mapping),
    apply,
    createOptions: values['create-options'] ?? false,
    republish: values.republish ?? false,
    choices: {
      replacements: values.values === undefined ? [] : await readReplacements(values.values),
      acceptsProposals: values['accept-proposals'] ?? false,
      wants: included.reasons,
      isSelected: (line: number) => (leftOut.has(line) ? false : included.has(line) || undefined),
    },
  };
}

const INCLUDED_GROUPS: ReadonlyMap<string, LeftOutReason> = new Map([
  ['outside', 'OUTSIDE_REGION'],
  ['duplicates', 'LIKELY_DUPLICATE'],
]);

/** Reads a list of lines, ranges of lines, and words. */
function parseRows(flag: string, list: string, words: ReadonlyMap<string, LeftOutReason>) {
  const reasons = new Set<LeftOutReason>();
  const ranges: { readonly from: number; readonly to: number }[] = [];
  for (const item of list.split(',').filter(Boolean)) {
    const reason = words.get(item);
    const [, from, to = from] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(item) ?? [];
    if (reason) reasons.add(reason);
    else if (from) ranges.push({ from: Number(from), to: Number(to) });
    else throw new Error(`--${flag} does not take “${item}”.`);
  }
  return { reasons, has: (line: number) => ranges.some(({ from, to }) => from <= line && line <= to) };
}

async function readNamedFile(path: string): Promise<Buffer> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnusableFileError(describeFileFailure(path, 'read', error));
  });
}

function readMapping(path: string): Promise<Mapping> {
  return readJson(path, mapping, '{"Property name": "title"}');
}

async function readReplacements(path: string): Promise<OptionReplacements> {
  const byField = await readJson(path, replacementsByField, '{"condition": {"Poor": "Derelict", "Unknown": null}}');
  return FACET_FIELDS.flatMap((field) =>
    Object.entries(byField[field] ?? {}).map(([name, option]) => ({ field, name, option })),
  );
}

async function readJson<Schema extends z.ZodType>(path: string, schema: Schema, example: string) {
  const text = (await readNamedFile(path)).toString('utf8');
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableFileError(`${path} must be a JSON object such as ${example}.`, { cause });
  }
}

const MAX_MESSAGES = 200;
const MAX_LINES = 8;

/** Formats the report of an import for the command line. */
export function formatReport(report: ImportReport): string {
  const { problems, warnings, optionsAdded, leftOut, replaced } = report;
  return [
    ...formatFindings('Warnings', warnings),
    ...formatFindings('Left out', leftOut),
    ...formatFindings('Problems', problems),
    ...replaced.map(
      ({ field, name, option, rows }) =>
        `${getFactLabel(field)}: “${name}” becomes ${option === null ? 'empty' : `“${option}”`} in ${formatCount(rows, 'row')}`,
    ),
    ...optionsAdded.map(({ field, name }) => `New option of ${getFactLabel(field).toLowerCase()}: ${name}`),
    `${formatCount(report.rows, 'row')}: ${report.added} new, ${report.updated} changed, ${report.unchanged} unchanged, ${report.leftOut.length} left out, ${report.refused} refused; ${report.published} to publish.`,
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
