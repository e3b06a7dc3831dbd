import { z } from 'zod';
import { FACET_FIELDS, type FacetField, MAP_PRECISIONS, locationText } from '../schema.ts';

/** Separates the options of a field that may have several. */
export const SEPARATOR = '|';

const YES = new Set(['yes', 'y', 'true', '1']);
const NO = new Set(['no', 'n', 'false', '0']);

const yesOrNo = z.string().transform((text, context) => {
  const word = text.toLowerCase();
  if (YES.has(word) || NO.has(word)) return YES.has(word);
  context.addIssue({ code: 'custom', message: 'Write yes or no.' });
  return z.NEVER;
});

const LARGEST_INTEGER = 2_147_483_647;

const legacyId = z.string().transform((text, context) => {
  const number = Number(text);
  if (/^\d{1,10}$/.test(text) && number >= 1 && number <= LARGEST_INTEGER) return number;
  context.addIssue({ code: 'custom', message: 'Write the legacy id as a whole number from 1.' });
  return z.NEVER;
});

const degrees = (limit: number) =>
  z.string().transform((text, context) => {
    const number = Number(text);
    if (/^[+-]?\d+(\.\d+)?(e-?\d+)?$/i.test(text) && Math.abs(number) <= limit) return number;
    context.addIssue({ code: 'custom', message: `Write degrees from -${limit} to ${limit}, such as 56.1165.` });
    return z.NEVER;
  });

/** Gives 'YYYY-MM-DD'. */
const day = z.string().transform((text, context) => {
  const [, dayFirst, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const iso = dayFirst && month ? `${year}-${month.padStart(2, '0')}-${dayFirst.padStart(2, '0')}` : text;
  if (isCalendarDay(iso)) return iso;
  context.addIssue({ code: 'custom', message: 'Write a date such as 2026-11-12 or 12/11/2026.' });
  return z.NEVER;
});

/** Gives ISO 8601 in UTC; a day alone is its first moment there. */
const moment = z.string().transform((text, context) => {
  const [, date] =
    /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = Date.parse(text);
  if (date && isCalendarDay(date) && !Number.isNaN(time)) return new Date(time).toISOString();
  context.addIssue({ code: 'custom', message: 'Write a moment such as 2026-11-12T09:30:00Z, or only the date.' });
  return z.NEVER;
});

function isCalendarDay(iso: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(iso)) return false;
  const time = Date.parse(`${iso}T00:00:00Z`);
  // The parser lets 30 February run on into March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso);
}

/** Columns of a location with the reader of their cells, which are trimmed and not empty. */
export const COLUMNS = {
  id: z.string().toLowerCase().pipe(z.uuid('Write the id as the export gives it, or leave it empty.')),
  locationidentifier: legacyId,
  ...locationText,
  address_public: yesOrNo,
  latitude: degrees(90),
  longitude: degrees(180),
  map_precision: z
    .string()
    .toLowerCase()
    .pipe(z.enum(MAP_PRECISIONS, `Write one of ${MAP_PRECISIONS.join(', ')}.`)),
  featured: yesOrNo,
  sample: yesOrNo,
  exporttowebsite: yesOrNo,
  visited: yesOrNo,
  datevisited: day,
  datefirstcontacted: day,
  datefinalcontact: day,
  creationdate: moment,
  lastmodificationdate: moment,
} as const;
export type Column = keyof typeof COLUMNS;
export const COLUMN_NAMES = Object.keys(COLUMNS) as readonly Column[];

/** What an empty cell of a column means that cannot be empty; `undefined` leaves what is there, or the default of the table. */
export const WHEN_EMPTY: Readonly<Partial<Record<Column, boolean | 'exact' | undefined>>> = {
  id: undefined,
  locationidentifier: undefined,
  title: undefined,
  locationurl: undefined,
  creationdate: undefined,
  lastmodificationdate: undefined,
  address_public: false,
  map_precision: 'exact',
  featured: false,
  sample: false,
};

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
        .split(SEPARATOR)
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
}
