import { formatNumber } from '../../../platform/text/numbers.ts';
import * as messages from '../messages.ts';
import { countCells, parseCsv, withoutSummary } from '../source.ts';
import { decodeText } from './decode-text.ts';
import type { RawSheet, RawTable } from './raw-table.ts';
import { getFileProblem, rejectFile } from './reject-file.ts';
import { MAX_COLUMNS, MAX_ROWS, suggestMapping } from './schema.ts';
import { readWorkbook } from './xlsx/workbook.server.ts';

/** A row of a file: its cells as trimmed text, as many as there are headings. */
interface TableRow {
  /** Its first line, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the row could not be read completely. */
  readonly unreadable: string | null;
}

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
}

/** A sheet of a workbook, or a CSV file, which has no name: its table, or why it has none. */
export type Sheet = { readonly name: string } & ({ readonly table: Table } | { readonly problem: string });

const ZIP_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
/** A compound file: a workbook of Excel before .xlsx, or an encrypted one. */
const COMPOUND_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** How PDF, HTML, XML, JSON and RTF begin, which are text too. */
const OTHER_FORMATS = /^\s*(?:%PDF-|[<{[])/;
/** Maximum lines of a CSV file; most can be empty or within cells. */
const MAX_LINES = 1_000_000;
/** Of a register: its title, date and publisher. */
const MAX_LINES_ABOVE_HEADINGS = 9;
/** A heading is shown, and stored with the mapping. */
const MAX_HEADING_LENGTH = 200;

/**
 * Reads the values of a CSV file, or of the sheets of a workbook. Formulas, macros, links and everything else are not looked at.
 * @throws {ApiError} INVALID for a file that is no table, is damaged or exceeds a limit
 */
export async function readRawSheets(content: Buffer): Promise<RawSheet[]> {
  if (content.length === 0) rejectFile(messages.EMPTY_IMPORT);
  const startsWith = (signature: Buffer) => content.subarray(0, signature.length).equals(signature);
  if (startsWith(COMPOUND_SIGNATURE)) rejectFile(messages.OLD_WORKBOOK);
  if (!startsWith(ZIP_SIGNATURE)) return [readCsv(content)];
  try {
    return await readWorkbook(content);
  } catch (error) {
    return rejectFile(getFileProblem(error) ?? messages.DAMAGED_WORKBOOK);
  }
}

/**
 * Finds the headings and rows of sheets; empty ones are left out.
 * @returns at least one sheet with a table
 * @throws {ApiError} INVALID for a file without a table
 */
export function toSheets(raw: readonly RawSheet[]): readonly Sheet[] {
  const sheets = raw.flatMap(toSheet);
  if (sheets.some((sheet) => 'table' in sheet)) return sheets;
  const [first] = sheets;
  return rejectFile(first && 'problem' in first ? first.problem : messages.EMPTY_IMPORT);
}

/**
 * Finds the row of the headings below titles and notes: the first that names two fields, or else the first with two cells below single ones.
 */
function findHeadingIndex(records: RawTable['records']): number {
  const first = records.slice(0, MAX_LINES_ABOVE_HEADINGS + 1).map(({ record }) => ({
    cells: record.filter(Boolean).length,
    fields: suggestMapping(record).filter((column) => column !== null).length,
  }));
  if ((first[0]?.fields ?? 0) > 0) return 0;
  const named = first.findIndex(({ fields }) => fields > 1);
  return Math.max(0, named < 0 ? first.findIndex(({ cells }) => cells > 1) : named);
}

/** None for an empty sheet. */
function toSheet(sheet: RawSheet): Sheet[] {
  if ('problem' in sheet) return [sheet];
  const { name, ...table } = sheet;
  if (table.records.length === 0) return [];
  try {
    return [{ name, table: toTable(table) }];
  } catch (error) {
    return [{ name, problem: getFileProblem(error) ?? messages.DAMAGED_WORKBOOK }];
  }
}

function readCsv(content: Buffer): RawSheet {
  const text = decodeText(content);
  if (OTHER_FORMATS.test(text)) rejectFile(messages.NOT_A_TABLE);
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  if (lines > MAX_LINES) rejectFile(messages.importTooManyRows(formatNumber(MAX_ROWS)));
  const { records, problem } = parseCsv(text, MAX_ROWS + MAX_LINES_ABOVE_HEADINGS + 1);
  if (problem) rejectFile(messages.atLine(problem.line, problem.message));
  return { name: '', records, isSparse: false };
}

function toTable({ records: allRecords, isSparse }: RawTable): Table {
  const [heading, ...records] = withoutSummary(allRecords.slice(findHeadingIndex(allRecords)));
  if (!heading) return rejectFile(messages.EMPTY_IMPORT);
  // Of a workbook, cells beyond the headings are columns without a heading; in CSV they come from a separator within a cell.
  const width = Math.max(
    countCells(heading.record),
    ...(isSparse ? records.map(({ record }) => countCells(record)) : []),
  );
  const headings = Array.from({ length: width }, (_, index) =>
    (heading.record[index] ?? '').replace(/\s+/g, ' ').slice(0, MAX_HEADING_LENGTH).toWellFormed(),
  );
  if (headings.length > MAX_COLUMNS) rejectFile(messages.importTooManyColumns(MAX_COLUMNS));
  if (records.length === 0) rejectFile(messages.IMPORT_WITHOUT_ROWS);
  if (records.length > MAX_ROWS) rejectFile(messages.importTooManyRows(formatNumber(MAX_ROWS)));
  return {
    headings,
    rows: records.map(({ line, record }) => ({
      line,
      cells: headings.map((_, index) => record[index] ?? ''),
      unreadable: countCells(record) > width ? messages.rowLength(countCells(record), width) : null,
    })),
  };
}
