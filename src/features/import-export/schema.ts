import { getStartOfDay } from '../../platform/text/day-bounds.ts';
import { z } from 'zod';
import { date } from '../../platform/http/field-schemas.ts';
import type { Field } from '../locations/catalogue/fields/lookup.ts';
import { enterDegrees } from '../locations/messages.ts';
import { getNumberMessages, getTextSchema } from '../locations/catalogue/fields/validation.ts';
import { type FacetField, OPTION_SEPARATOR } from '../locations/catalogue/schema.ts';
import { type Column, FIELDS_WITH_COLUMN, type PhotographCells } from './columns.ts';
import { type Axis, parseDegrees } from '../geography/positions/parse-angle.ts';
import { MAP_PRECISIONS } from '../geography/schema.ts';
import * as messages from './messages.ts';
import { parseDay } from './parse-day.ts';
import { chooseOneOf } from '../../platform/text/common-messages.ts';

/** The value of a column as in JSON: days as 'YYYY-MM-DD', moments as ISO 8601 in UTC. */
export type Value = string | number | boolean | null;
type CellParser = z.ZodType<Value, string>;

/** Creates the parser of a cell. `parse` returns undefined for invalid text. A message about the region is a function. */
const toCellParser = (parse: (text: string) => Value | undefined, message: string | (() => string)): CellParser =>
  z.string().transform((text, context) => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue({ code: 'custom', message: typeof message === 'string' ? message : message() });
    return z.NEVER;
  });

/** PostgreSQL writes t and f, Access -1. */
const YES_OR_NO = new Map([
  ...['yes', 'y', 'true', 't', '1', '-1'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', 'f', '0'].map((word) => [word, false] as const),
]);
const yesOrNo = toCellParser((text) => YES_OR_NO.get(text.toLowerCase()), messages.ENTER_YES_OR_NO);

const number = (field: Field) => {
  const { min = 0, max = 0 } = field;
  const isValid = (text: string) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return toCellParser((text) => (isValid(text) ? Number(text) : undefined), getNumberMessages(field).format);
};

const degrees = (axis: Axis) =>
  toCellParser(
    (text) => parseDegrees(text, axis) ?? undefined,
    () => enterDegrees(axis),
  );

const isDate = (iso: string) => date.safeParse(iso).success;

const day = toCellParser(parseDay, messages.ENTER_IMPORTED_DATE);

/** Parses to ISO 8601 in UTC; a day without a time is its first moment in the region. */
const moment = toCellParser((text) => {
  const [, date] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  if (!date || !isDate(date)) return undefined;
  const time = text === date ? getStartOfDay(date) : new Date(text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}, messages.ENTER_DATE_AND_TIME);

const precision = z
  .string()
  .toLowerCase()
  .pipe(z.enum(MAP_PRECISIONS, chooseOneOf(MAP_PRECISIONS)));
const id = z.string().toLowerCase().pipe(z.uuid(messages.ENTER_EXPORTED_ID));

/** Returns the parser of the cells of a field that has a column. */
function getCellParser(field: Field): CellParser {
  switch (field.kind) {
    case 'number':
      return number(field);
    case 'latitude':
    case 'longitude':
      return degrees(field.kind);
    case 'precision':
      return precision;
    case 'date':
      return day;
    case 'yes-no':
    case 'yes-no-null':
      return yesOrNo;
    default:
      return getTextSchema(field)!;
  }
}

/** Columns of a location with the parser of their cells, which are trimmed and not empty. */
export const COLUMNS = {
  id,
  ...Object.fromEntries(FIELDS_WITH_COLUMN.map((field) => [field.name, getCellParser(field)])),
  dynamicsid: getTextSchema({ kind: 'line' }),
  sample: yesOrNo,
  creationdate: moment,
  lastmodificationdate: moment,
} as unknown as Readonly<Record<Column, CellParser>>;

/** Defaults of columns; null for the others. */
export const DEFAULTS: Readonly<Partial<Record<Column, Value>>> = {
  ...Object.fromEntries(FIELDS_WITH_COLUMN.filter(({ kind }) => kind === 'yes-no').map(({ name }) => [name, false])),
  title: '',
  sample: false,
  map_precision: 'exact',
};

/** Columns that an empty cell does not clear. */
export const NOT_CLEARED: ReadonlySet<Column> = new Set<Column>([
  ...(['id', 'locationidentifier', 'title', 'locationurl', 'creationdate', 'lastmodificationdate'] as const),
]);

/** Our columns by the headings of the file: `{"Property name": "title"}`. */
export const mapping = z.record(z.string(), z.string());
export type Mapping = z.infer<typeof mapping>;

/** A problem or a warning. */
export interface Finding {
  /** Line of the file, counted from 1; null where it concerns the file as a whole. */
  readonly line: number | null;
  /** Heading of the column, as the file has it. */
  readonly column: string | null;
  readonly message: string;
}

interface ReplacedName {
  readonly field: FacetField;
  readonly name: string;
  readonly rows: number;
  readonly option: string | null;
}

/** A row that was or would be imported, also one that changes nothing. */
export interface ImportedRow {
  readonly line: number;
  /** The id of its location; random in the dry run of a new one. */
  readonly id: string;
  readonly legacyId: number | null;
  readonly title: string;
  /** The last segment of the URL of its page. */
  readonly slug: string | null;
  readonly photographs: PhotographCells;
}

/** The result of an import or a dry run. */
export interface ImportReport {
  readonly applied: boolean;
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Rows with a problem, or of a location that was merged into another one. */
  readonly refused: number;
  readonly published: number;
  readonly optionsAdded: readonly { readonly field: FacetField; readonly name: string }[];
  /** Names of the file that are no options, with the option that all their rows get, or null for none. */
  readonly replaced: readonly ReplacedName[];
  /** Rows that are left out although nothing is wrong with them, with the reason. */
  readonly leftOut: readonly Finding[];
  /** Problems; if there are any, nothing is imported. */
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly locations: readonly ImportedRow[];
}

/** Splits a cell into the names of options. */
export function splitOptions(cell: string): string[] {
  return [
    ...new Set(
      cell
        .split(OPTION_SEPARATOR)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
}
