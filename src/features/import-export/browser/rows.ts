import { checkFile } from '../check-file.ts';
import type { CheckedFile } from '../check-file.ts';
import type { ImportColumn } from '../columns.ts';
import type { Finding } from '../schema.ts';
import { type ColumnMapping, formatColumnName } from './schema.ts';

/** The rules that differ from those of the command line. */
export const BROWSER_RULES = { republish: false, needsLegacyId: false } as const;

/** A stored row. */
export interface StoredRow {
  readonly position: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly unreadable: string | null;
}

/** Reads the cells of stored rows as values of the fields that their columns are mapped to. */
export function checkRows(rows: readonly StoredRow[], mapping: ColumnMapping): CheckedFile {
  const targets = mapping.flatMap((target, index) => (target === null ? [] : [{ target, index }]));
  const source = {
    headings: targets.map(({ target }) => target),
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: new Map(targets.map(({ target, index }) => [target as string, cells[index] ?? ''])),
    })),
    problems: rows.flatMap(({ line, unreadable }) =>
      unreadable === null ? [] : [{ line, column: null, message: unreadable }],
    ),
  };
  return checkFile(source, {});
}

interface MappedColumns {
  readonly headings: readonly string[];
  readonly mapping: ColumnMapping;
}

/** Groups the problems of rows by line, as sentences that name the column of the file. */
export function groupProblems(
  problems: readonly Finding[],
  file: MappedColumns,
): ReadonlyMap<number, readonly string[]> {
  const byLine = new Map<number, string[]>();
  for (const problem of problems) {
    const line = problem.line ?? 0;
    byLine.set(line, [...(byLine.get(line) ?? []), describeFinding(problem, file)]);
  }
  return byLine;
}

/** A sentence that names the column of the file. */
export function describeFinding({ column, message }: Finding, { headings, mapping }: MappedColumns): string {
  const index = column === null ? -1 : mapping.indexOf(column as ImportColumn);
  return index < 0 ? message : `${formatColumnName(headings[index] ?? '', index)}: ${message}`;
}
