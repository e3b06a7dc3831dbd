import {
  BLANK,
  COLUMNS,
  type Column,
  type Finding,
  KEPT_BY_EMPTY_CELL,
  type Mapping,
  TARGETS,
  type Target,
  type Value,
  splitOptions,
} from './schema.ts';
import type { Source, SourceRow } from './source.ts';
import { FACETS, type FacetField, isFacetField } from '../locations/schema.ts';
import * as messages from './messages.ts';

/** A row whose cells keep to the limits of their fields. What the file does not say is left out. */
export interface CheckedRow {
  readonly line: number;
  readonly values: Readonly<Partial<Record<Column, Value>>>;
  /** Names of options as the file spells them. */
  readonly options: Readonly<Partial<Record<FacetField, readonly string[]>>>;
  /** Columns that hold something which has been reported already. */
  readonly refused: readonly Target[];
}

export interface CheckedFile {
  readonly rows: readonly CheckedRow[];
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** The file's own heading of each column that it has. */
  readonly headingOf: ReadonlyMap<Target, string>;
}

/** Checks everything that can be known without the database. */
export function checkFile(source: Source, mapping: Mapping): CheckedFile {
  const problems = [...source.problems];
  const { targetOf, warnings } = matchHeadings(source.headings, mapping, problems);
  const rows = source.rows.map((row) => checkRow(row, targetOf, problems));
  return { rows, problems, warnings, headingOf: new Map([...targetOf].map(([heading, target]) => [target, heading])) };
}

const targets: ReadonlyMap<string, Target> = new Map(TARGETS.map((target) => [target, target]));

function matchHeadings(headings: readonly string[], mapping: Mapping, problems: Finding[]) {
  const mapped = new Map(Object.entries(mapping).map(([heading, name]) => [heading.toLowerCase(), name.toLowerCase()]));
  const targetOf = new Map<string, Target>();
  const warnings: Finding[] = [];
  for (const heading of headings) {
    const name = mapped.get(heading.toLowerCase()) ?? heading.toLowerCase();
    const target = targets.get(name);
    if (!target) {
      const message = mapped.has(heading.toLowerCase()) ? messages.mappedToNothing(name) : messages.UNKNOWN_COLUMN;
      warnings.push({ line: null, column: heading, message });
    } else if ([...targetOf.values()].includes(target)) {
      problems.push({ line: null, column: heading, message: messages.duplicateColumn(target) });
    } else {
      targetOf.set(heading, target);
    }
  }
  return { targetOf, warnings };
}

// Tabs and line breaks are text; the other control characters cannot be stored or are never meant.
// eslint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x08\x0b-\x1f\x7f]/;

function checkRow({ line, cells }: SourceRow, targetOf: ReadonlyMap<string, Target>, problems: Finding[]): CheckedRow {
  const values: Partial<Record<Column, Value>> = {};
  const options: Partial<Record<FacetField, readonly string[]>> = {};
  const rejected: Target[] = [];
  for (const [column, cell] of cells) {
    const target = targetOf.get(column);
    if (!target) continue;
    const refuse = (message: string) => {
      rejected.push(target);
      problems.push({ line, column, message });
    };
    if (CONTROL_CHARACTER.test(cell) || !cell.isWellFormed()) refuse(messages.CONTROL_CHARACTER_IN_CELL);
    else if (isFacetField(target)) options[target] = checkOptions(target, cell, refuse);
    else Object.assign(values, checkCell(target, cell, refuse));
  }
  return { line, values, options, refused: rejected };
}

/** The value by its column; nothing where the cell says nothing, or was refused. */
function checkCell(column: Column, cell: string, refuse: (message: string) => void): Partial<Record<Column, Value>> {
  if (cell === '') return KEPT_BY_EMPTY_CELL.has(column) ? {} : { [column]: BLANK[column] ?? null };
  const result = COLUMNS[column].safeParse(cell);
  if (result.success) return { [column]: result.data };
  refuse(result.error.issues[0]?.message ?? messages.UNREADABLE_VALUE);
  return {};
}

function checkOptions(field: FacetField, cell: string, refuse: (message: string) => void): readonly string[] {
  const names = splitOptions(cell);
  if (names.length > 1 && !FACETS[field].several) refuse(messages.onlyOneOption(FACETS[field].label.toLowerCase()));
  return names;
}
