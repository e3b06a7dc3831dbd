import { type PositionCells, checkPosition } from './check-position.server.ts';
import {
  type Column,
  IMPORT_COLUMNS,
  type ImportColumn,
  PHOTOGRAPH_COLUMNS,
  POSITION_COLUMNS,
  type PhotographCells,
  type PhotographColumn,
  type PositionColumn,
} from './columns.ts';
import { DEFAULTS, COLUMNS, type Finding, NOT_CLEARED, type Mapping, type Value, splitOptions } from './schema.ts';
import type { Source, SourceRow } from './source.ts';
import { FACETS, type FacetField, isFacetField, getFactLabel } from '../locations/catalogue/schema.ts';
import * as messages from './messages.ts';

/** A row with its valid cells. Columns that the file does not have are missing. */
export interface CheckedRow {
  readonly line: number;
  readonly values: Readonly<Partial<Record<Column, Value>>>;
  /** The id of the location, if it is a new one; by default a random one. */
  readonly newId?: string;
  /** Names of options as the file spells them. */
  readonly options: Readonly<Partial<Record<FacetField, readonly string[]>>>;
  /** Columns with an invalid cell, which has been reported. */
  readonly rejected: readonly TargetColumn[];
  /** Cells about photographs. */
  readonly photographs: PhotographCells;
}

type TargetColumn = ImportColumn | PhotographColumn;
const TARGET_COLUMNS: readonly TargetColumn[] = [...IMPORT_COLUMNS, ...PHOTOGRAPH_COLUMNS];

export interface CheckedFile {
  readonly rows: readonly CheckedRow[];
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** The headings in the file by column. */
  readonly headings: ReadonlyMap<TargetColumn, string>;
}

/** Does all checks that need no database. */
export function checkFile(source: Source, mapping: Mapping): CheckedFile {
  const problems = [...source.problems];
  const { targets, warnings } = matchHeadings(source.headings, mapping, problems);
  const hasNoKnownHeading = targets.size === 0 && problems.length === 0;
  if (hasNoKnownHeading) problems.push({ line: null, column: null, message: messages.NO_KNOWN_HEADING });
  const rows = hasNoKnownHeading ? [] : source.rows.map((row) => checkRow(row, targets, { problems, warnings }));
  return { rows, problems, warnings, headings: new Map([...targets].map(([heading, target]) => [target, heading])) };
}

function matchHeadings(headings: readonly string[], mapping: Mapping, problems: Finding[]) {
  const mapped = new Map(Object.entries(mapping).map(([heading, name]) => [heading.toLowerCase(), name.toLowerCase()]));
  const targets = new Map<string, TargetColumn>();
  const warnings: Finding[] = [];
  for (const heading of headings) {
    const name = mapped.get(heading.toLowerCase()) ?? heading.toLowerCase();
    const target = TARGET_COLUMNS.find((column) => column === name);
    if (!target) {
      const message = mapped.has(heading.toLowerCase()) ? messages.mappedToUnknown(name) : messages.UNKNOWN_COLUMN;
      warnings.push({ line: null, column: heading, message });
    } else if ([...targets.values()].includes(target)) {
      problems.push({ line: null, column: heading, message: messages.duplicateColumn(target) });
    } else {
      targets.set(heading, target);
    }
  }
  return { targets, warnings };
}

// Tabs and line breaks are text; the other control characters cannot be stored or are never meant.
// eslint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x08\x0b-\x1f\x7f]/;

/** Error values of Excel, LibreOffice and Google Sheets for failed formulas, also in CSV files. */
const FORMULA_ERROR = /^#(?:REF!|DIV\/0!|VALUE!|NAME\?|NUM!|NULL!|N\/A|SPILL!|CALC!|ERROR!)$/;

function checkRow(
  { line, cells }: SourceRow,
  targets: ReadonlyMap<string, TargetColumn>,
  { problems, warnings }: { problems: Finding[]; warnings: Finding[] },
): CheckedRow {
  const values: Partial<Record<Column, Value>> = {};
  const options: Partial<Record<FacetField, readonly string[]>> = {};
  const positionCells: Partial<Record<PositionColumn, string>> = {};
  const photographs: Partial<Record<PhotographColumn, string>> = {};
  const rejected: TargetColumn[] = [];
  for (const [column, cell] of cells) {
    const target = targets.get(column);
    if (!target) continue;
    const reject = (message: string) => {
      rejected.push(target);
      problems.push({ line, column, message });
    };
    if (CONTROL_CHARACTER.test(cell) || !cell.isWellFormed()) reject(messages.CONTROL_CHARACTER_IN_CELL);
    else if (FORMULA_ERROR.test(cell)) reject(messages.formulaError(cell));
    else if (isPhotographColumn(target)) photographs[target] = cell;
    else if (isPositionColumn(target)) positionCells[target] = cell;
    else if (isFacetField(target)) options[target] = checkOptions(target, cell, reject);
    else Object.assign(values, checkCell(target, cell, reject));
    if (cell.includes('\\"')) warnings.push({ line, column, message: messages.ESCAPED_QUOTE });
    if (cell.includes(BROKEN_CHARACTER)) warnings.push({ line, column, message: messages.BROKEN_CHARACTER });
  }
  addPosition(values, positionCells, (target, message) => {
    rejected.push(target, 'latitude', 'longitude');
    const column = [...targets].find(([, other]) => other === target)?.[0] ?? null;
    problems.push({ line, column, message });
  });
  return { line, values, options, rejected, photographs };
}

/** The character that decoders put in the place of invalid bytes. */
const BROKEN_CHARACTER = '\ufffd';

function isPhotographColumn(column: TargetColumn): column is PhotographColumn {
  return (PHOTOGRAPH_COLUMNS as readonly string[]).includes(column);
}

function isPositionColumn(column: TargetColumn): column is PositionColumn {
  return (POSITION_COLUMNS as readonly string[]).includes(column);
}

/** Latitude and longitude of their own columns take precedence. */
function addPosition(
  values: Partial<Record<Column, Value>>,
  cells: PositionCells,
  reject: (column: PositionColumn, message: string) => void,
): void {
  if (typeof values.latitude === 'number' || typeof values.longitude === 'number') return;
  const position = checkPosition(cells, reject);
  if (position !== undefined) Object.assign(values, position ?? { latitude: null, longitude: null });
}

/** Returns the value by its column; {} for an invalid cell, or an empty one that changes nothing. */
function checkCell(column: Column, cell: string, reject: (message: string) => void): Partial<Record<Column, Value>> {
  if (cell === '') return NOT_CLEARED.has(column) ? {} : { [column]: DEFAULTS[column] ?? null };
  const result = COLUMNS[column].safeParse(cell);
  if (result.success) return { [column]: result.data };
  reject(result.error.issues[0]?.message ?? messages.UNREADABLE_VALUE);
  return {};
}

function checkOptions(field: FacetField, cell: string, reject: (message: string) => void): readonly string[] {
  const names = splitOptions(cell);
  if (names.length > 1 && !FACETS[field].isMultiple) reject(messages.onlyOneOption(getFactLabel(field).toLowerCase()));
  return names;
}
