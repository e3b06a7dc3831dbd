import { CsvError, parse } from 'csv-parse/sync';
import type { Finding } from './schema.ts';
import { OPTION_SEPARATOR } from '../locations/catalogue/schema.ts';
import * as messages from './messages.ts';

/** A row of the file: its cells as trimmed text by heading. A heading without a cell is left out. */
export interface SourceRow {
  /** Where the row begins, counted from 1. */
  readonly line: number;
  readonly cells: ReadonlyMap<string, string>;
}

export interface Source {
  readonly headings: readonly string[];
  readonly rows: readonly SourceRow[];
  readonly problems: readonly Finding[];
}

/** Reads a CSV file (comma, semicolon, tab or pipe, any line ends) or a JSON array of objects, in UTF-8. */
export function readSource(bytes: Uint8Array): Source {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return reportProblem(null, messages.NOT_UTF8);
  }
  return /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
}

function reportProblem(line: number | null, message: string): Source {
  return { headings: [], rows: [], problems: [{ line, column: null, message }] };
}

/** In characters: far longer than any valid row. */
const MAX_ROW_LENGTH = 1_000_000;

function readCsv(text: string): Source {
  const { records, problem } = parseCsv(text);
  return problem ? reportProblem(problem.line, problem.message) : tabulate(withoutSummary(records));
}

interface CsvRecord {
  /** Where the record begins, counted from 1. */
  readonly line: number;
  readonly record: readonly string[];
}

/**
 * Parses CSV with any line ends into records of cells as `cleanCell` gives them. Records without text, and rules such as `---+---`, are left out.
 * @param maxRecords stops at one record more than this
 */
export function parseCsv(
  text: string,
  maxRecords = Number.POSITIVE_INFINITY,
): { readonly records: readonly CsvRecord[]; readonly problem?: { readonly line: number; readonly message: string } } {
  const records: CsvRecord[] = [];
  let nextLine = 1;
  const [separatorLine = '', separator] = SEPARATOR_LINE.exec(text) ?? [];
  // The line break stays, so that lines are counted as in the file.
  const table = unescapeQuotes(separatorLine ? text.slice(separatorLine.length - 1) : text);
  const delimiter = separator ?? detectDelimiter(table);
  try {
    parse(repairQuotes(table, delimiter), {
      delimiter,
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      on_record: (record: string[], { lines }) => {
        const cells = record.map(cleanCell);
        if (cells.some((cell) => cell !== '' && !RULE.test(cell))) records.push({ line: nextLine, record: cells });
        nextLine = lines + 1;
        if (records.length > maxRecords) throw new EnoughRecords();
        return null;
      },
    });
  } catch (error) {
    if (error instanceof EnoughRecords) return { records };
    if (!(error instanceof CsvError)) throw error;
    return { records: [], problem: { line: nextLine, message: CSV_ERRORS[error.code] ?? messages.NOT_CSV } };
  }
  return { records };
}

/** Lines between headings and rows, of psql and of Markdown. */
const RULE = /^[-=+:]{2,}$/;
/** How databases export an empty cell. */
const NULLS: ReadonlySet<string> = new Set(['NULL', '(null)', '[NULL]', '<null>', '\\N']);
/** How programs keep Excel from reading a text as a number. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;

/** Returns the text of a cell: trimmed, empty for the NULL of a database, and of the formula `="text"` only the text. */
function cleanCell(cell: string): string {
  const text = cell.trim();
  return NULLS.has(text) ? '' : text.replace(TEXT_FORMULA, (_, value: string) => value.replaceAll('""', '"').trim());
}

/** Returns the cell of a trimmed text: the formula `="text"` if the text itself would be read as another one. */
export function escapeCell(text: string): string {
  return cleanCell(text) === text ? text : `="${text.replaceAll('"', '""')}"`;
}

/** What programs write below the rows: `(2 rows)`, “Total: 2 rows”, or “Total” above sums. */
const SUMMARY =
  /^\(?(?:(?:(?:grand )?total|count)?\s?[:=]?\s?\d[\d,.]{0,9} (?:rows?|records?|results?|entries)(?: (?:selected|affected|in set|returned|exported).*)?[^\p{L}]*|(?:grand )?total\s?[:=]?[\d,. ]*)$/iu;

/** Leaves out the last records if they are about the others. */
export function withoutSummary<Found extends { readonly record: readonly string[] }>(
  records: readonly Found[],
): readonly Found[] {
  const isSummary = ({ record: [first = '', ...others] }: Found) =>
    SUMMARY.test(first) && others.every((cell) => /^[\d,. ]*$/.test(cell));
  return records.slice(0, records.findLastIndex((record) => !isSummary(record)) + 1);
}

/** Ends the parsing of a file with too many records. */
class EnoughRecords extends Error {}

const CSV_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: messages.UNCLOSED_QUOTE,
  CSV_INVALID_CLOSING_QUOTE: messages.TEXT_AFTER_QUOTE,
  CSV_MAX_RECORD_SIZE: messages.ROW_TOO_LONG,
};

/** The first line that Excel writes and reads to name the delimiter. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?\n/i;
const QUOTED_TEXT = /"[^"]*(?:""[^"]*)*"/g;
/** A cell of a file that writes `\\"` for a quotation mark, such as one of MySQL. */
const ESCAPED_CELL = /(?<![^,;\t|\n])(?:"[^"\\]*(?:(?:\\[^]|"")[^"\\]*)*"(?=[,;\t|\n]|$)|[^",;\t|\n][^,;\t|\n]*)/g;
/** A quoted cell in which text follows such a mark. */
const HAS_ESCAPES = /(?<![^,;\t|\n])"[^"\\]*(?:\\[^"][^"\\]*)*\\"(?:[^",;\t|\n]|"(?=[,;\t|\n]))/;

/** Writes quotation marks that a backslash escapes twice instead, as CSV does, in files that have them. */
function unescapeQuotes(text: string): string {
  if (!HAS_ESCAPES.test(text)) return text;
  return text.replace(ESCAPED_CELL, (cell) =>
    cell.replace(/\\(["\\])/g, (_, escaped: string) => (escaped === '"' && cell.startsWith('"') ? '""' : escaped)),
  );
}
/** Titles above the headings, and headings with other characters, do not decide. */
const SAMPLED_LINES = 20;

/**
 * Returns the one of comma, semicolon, tab and pipe that separates lines into the same number of cells, outside quotation marks. Of several it is the one
 * that does so first, in the headings: decimal commas come below them. A pipe that comes below them separates options.
 */
function detectDelimiter(text: string): string {
  const start = text.slice(0, MAX_ROW_LENGTH).replace(QUOTED_TEXT, '');
  const lines = start.split('\n').filter(Boolean).slice(0, SAMPLED_LINES);
  const candidates = [',', ';', '\t', '|'].map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const countLines = (count: number) => counts.filter((other) => other === count).length;
    const usual = Math.max(0, ...counts.map((count) => (count > 0 ? countLines(count) : 0)));
    const count = Math.max(0, ...counts.filter((one) => one > 0 && countLines(one) === usual));
    return { delimiter, lines: usual, count, first: counts.indexOf(count) };
  });
  const found = candidates.filter(({ count, delimiter, first }) => count > 0 && (delimiter !== '|' || first === 0));
  const repeated = found.filter((candidate) => candidate.lines > 1);
  const ranked = (repeated.length > 0 ? repeated : found).toSorted((a, b) => a.first - b.first || b.count - a.count);
  return ranked[0]?.delimiter ?? ',';
}

/** Puts cells with a quotation mark inside, such as `12" block`, in quotation marks, and takes away blanks around quoted cells, and `=` before them. */
function repairQuotes(text: string, delimiter: string): string {
  const cell = new RegExp(
    String.raw` *=?(${QUOTED_TEXT.source}) *(?=[${delimiter}\n]|$)|${QUOTED_TEXT.source}|[^"${delimiter}\n][^${delimiter}\n]*`,
    'g',
  );
  return text.replace(cell, (found: string, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    return !found.startsWith('"') && found.includes('"') ? `"${found.replaceAll('"', '""')}"` : found;
  });
}

/** Number of cells up to the last one with text: programs leave out the separators after it, or write some more. */
export function countCells(record: readonly string[]): number {
  return record.findLastIndex(Boolean) + 1;
}

function tabulate([heading, ...records]: readonly CsvRecord[]): Source {
  if (!heading) return reportProblem(null, messages.EMPTY_IMPORT);
  const headings = heading.record;
  const problems: Finding[] = [];
  for (const [index, name] of headings.entries()) {
    if (name && headings.indexOf(name) < index) {
      problems.push({ line: heading.line, column: name, message: messages.DUPLICATE_HEADING });
    }
  }
  const rows = records.map(({ line, record }) => {
    const cells = countCells(record);
    if (cells > headings.length) {
      problems.push({ line, column: null, message: messages.rowLength(cells, headings.length) });
    }
    return { line, cells: new Map(headings.map((name, index) => [name, record[index] ?? ''])) };
  });
  return { headings: headings.filter(Boolean), rows, problems };
}

function readJson(text: string): Source {
  let items: unknown;
  try {
    items = JSON.parse(text);
  } catch (error) {
    const [, line] = / \(line (\d+) column \d+\)/.exec(String(error)) ?? [];
    return reportProblem(line ? Number(line) : null, messages.NOT_JSON);
  }
  if (!Array.isArray(items)) return reportProblem(1, messages.NOT_AN_ARRAY);
  const lines = findItemLines(text);
  const problems: Finding[] = [];
  const rows = items.map((item: unknown, index): SourceRow => {
    const line = lines[index] ?? 1;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      problems.push({ line, column: null, message: messages.NOT_AN_OBJECT });
      return { line, cells: new Map() };
    }
    return {
      line,
      cells: new Map(Object.entries(item).flatMap(([name, value]) => toCell(name, value, line, problems))),
    };
  });
  return { headings: [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))], rows, problems };
}

function toCell(column: string, value: unknown, line: number, problems: Finding[]): [[string, string]] | [] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value ?? ''];
  if (values.every((item) => ['string', 'number', 'boolean'].includes(typeof item))) {
    return [[column, values.map(String).join(OPTION_SEPARATOR).replace(/\r\n?/g, '\n').trim()]];
  }
  problems.push({ line, column, message: messages.ENTER_JSON_VALUE });
  return [];
}

/** Returns the first line of each item of a valid JSON array. */
function findItemLines(text: string): number[] {
  const lines: number[] = [];
  let line = 1;
  let depth = 0;
  let betweenItems = false;
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},\n]|[^\s"[\]{},]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (betweenItems && depth === 1 && token !== ']') lines.push(line);
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    betweenItems = depth === 1 && (token === ',' || lines.length === 0);
  }
  return lines;
}
