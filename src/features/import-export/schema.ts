import { z } from 'zod';
import { FIELDS, type Field, type RecordField } from '../locations/fields/lookup.ts';
import { numberMessages, textFormat } from '../locations/fields/validation.ts';
import { FACET_FIELDS, type FacetField, OPTION_SEPARATOR, isFacetField } from '../locations/schema.ts';
import { MAP_PRECISIONS } from '../geography/schema.ts';
import * as messages from './messages.ts';

const YES = new Set(['yes', 'y', 'true', '1']);
const NO = new Set(['no', 'n', 'false', '0']);

const yesOrNo = z.string().transform((text, context) => {
  const word = text.toLowerCase();
  if (YES.has(word) || NO.has(word)) return YES.has(word);
  context.addIssue({ code: 'custom', message: messages.ENTER_YES_OR_NO });
  return z.NEVER;
});

const number = (field: Field) =>
  z.string().transform((text, context) => {
    const { min = 0, max = 0 } = field;
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= min && value <= max) return value;
    context.addIssue({ code: 'custom', message: numberMessages(field).format });
    return z.NEVER;
  });

const degrees = (limit: number) =>
  z.string().transform((text, context) => {
    const number = Number(text);
    if (/^[+-]?\d+(\.\d+)?(e-?\d+)?$/i.test(text) && Math.abs(number) <= limit) return number;
    context.addIssue({ code: 'custom', message: messages.enterImportedDegrees(limit) });
    return z.NEVER;
  });

/** Gives 'YYYY-MM-DD'. */
const day = z.string().transform((text, context) => {
  const [, dayFirst, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = dayFirst && month ? `${year}-${month.padStart(2, '0')}-${dayFirst.padStart(2, '0')}` : text;
  if (isCalendarDay(iso)) return iso;
  context.addIssue({ code: 'custom', message: messages.ENTER_IMPORTED_DATE });
  return z.NEVER;
});

/** Gives ISO 8601 in UTC; a day alone is its first moment there. */
const moment = z.string().transform((text, context) => {
  const [, date] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = Date.parse(text);
  if (date && isCalendarDay(date) && !Number.isNaN(time)) return new Date(time).toISOString();
  context.addIssue({ code: 'custom', message: messages.ENTER_DATE_AND_TIME });
  return z.NEVER;
});

function isCalendarDay(iso: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(iso)) return false;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The parser lets 30 February run on into March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

const precision = z
  .string()
  .toLowerCase()
  .pipe(z.enum(MAP_PRECISIONS, messages.chooseOneOf(MAP_PRECISIONS)));
const id = z.string().toLowerCase().pipe(z.uuid(messages.ENTER_EXPORTED_ID));

/** What a column holds, as JSON can write it: days as 'YYYY-MM-DD', moments as ISO 8601 in UTC. */
export type Value = string | number | boolean | null;
type Reader = z.ZodType<Value, string>;

/** Reads a cell of a field that has a column. */
function toReader(field: Field): Reader {
  switch (field.kind) {
    case 'number':
      return number(field);
    case 'latitude':
      return degrees(90);
    case 'longitude':
      return degrees(180);
    case 'precision':
      return precision;
    case 'date':
      return day;
    case 'yes-no':
    case 'yes-no-null':
      return yesOrNo;
    default:
      return textFormat(field)!;
  }
}

const FIELDS_WITH_COLUMN = FIELDS.filter(({ name }) => !isFacetField(name));
export type Column =
  | Exclude<RecordField, FacetField>
  | 'id'
  | 'dynamicsid'
  | 'sample'
  | 'creationdate'
  | 'lastmodificationdate';
/** Columns of a location with the reader of their cells, which are trimmed and not empty. */
export const COLUMNS = {
  id,
  ...Object.fromEntries(FIELDS_WITH_COLUMN.map((field) => [field.name, toReader(field)])),
  dynamicsid: textFormat({ kind: 'line' }),
  sample: yesOrNo,
  creationdate: moment,
  lastmodificationdate: moment,
} as unknown as Readonly<Record<Column, Reader>>;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[];

/** What a column holds of a location of which nothing is known: null, but for these. */
export const BLANK: Readonly<Partial<Record<Column, Value>>> = {
  ...Object.fromEntries(FIELDS_WITH_COLUMN.filter(({ kind }) => kind === 'yes-no').map(({ name }) => [name, false])),
  ...{ title: '', sample: false, map_precision: 'exact' },
};

/** Columns that an empty cell leaves as they are; it empties the others. */
export const KEPT_BY_EMPTY_CELL: ReadonlySet<Column> = new Set<Column>([
  ...(['id', 'locationidentifier', 'title', 'locationurl', 'creationdate', 'lastmodificationdate'] as const),
]);

export type Target = Column | FacetField;
export const TARGETS: readonly Target[] = [...COLUMN_NAMES, ...FACET_FIELDS];

/** Their column headings by the names of ours: `{"Property name": "title"}`. */
export const mapping = z.record(z.string(), z.string());
export type Mapping = z.infer<typeof mapping>;

/** Something that a person must put right, or may want to know. */
export interface Finding {
  /** Line of the file, counted from 1; null where it concerns the file as a whole. */
  readonly line: number | null;
  /** Heading of the column, as the file has it. */
  readonly column: string | null;
  readonly message: string;
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly applied: boolean;
  readonly rows: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly published: number;
  readonly optionsAdded: readonly { readonly field: FacetField; readonly name: string }[];
  /** With a single one of these nothing is imported. */
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** A cell of options, as names. */
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
