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

/** Reads a CSV file (comma, semicolon or tab, any line ends) or a JSON array of objects, in UTF-8. */
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
  return problem ? reportProblem(problem.line, problem.message) : tabulate(records);
}

interface CsvRecord {
  /** Where the record begins, counted from 1. */
  readonly line: number;
  readonly record: readonly string[];
}

/**
 * Parses CSV with any line ends into records of trimmed cells. Records without text are left out.
 * @param maxRecords stops at one record more than this
 */
export function parseCsv(
  text: string,
  maxRecords = Number.POSITIVE_INFINITY,
): { readonly records: readonly CsvRecord[]; readonly problem?: { readonly line: number; readonly message: string } } {
  const records: CsvRecord[] = [];
  let nextLine = 1;
  try {
    parse(text, {
      delimiter: detectDelimiter(text),
      relax_column_count: true,
      max_record_size: MAX_ROW_LENGTH,
      on_record: (record: string[], { lines }) => {
        const cells = record.map((cell) => cell.trim());
        if (cells.some(Boolean)) records.push({ line: nextLine, record: cells });
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

/** Ends the parsing of a file with too many records. */
class EnoughRecords extends Error {}

const CSV_ERRORS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: messages.UNCLOSED_QUOTE,
  INVALID_OPENING_QUOTE: messages.QUOTE_IN_CELL,
  CSV_INVALID_CLOSING_QUOTE: messages.TEXT_AFTER_QUOTE,
  CSV_MAX_RECORD_SIZE: messages.ROW_TOO_LONG,
};

/** Returns the most frequent of comma, semicolon and tab in the headings, outside quotation marks. */
function detectDelimiter(text: string): ',' | ';' | '\t' {
  const start = text.slice(0, MAX_ROW_LENGTH);
  const headings = (/^(?:[^\n"]|"[^"]*")*/.exec(start)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => headings.split(delimiter).length;
  return ([',', ';', '\t'] as const).reduce((best, other) => (count(other) > count(best) ? other : best));
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
