import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { ITEM_STATE_LABELS } from '../../locations/bulk-changes/schema.ts';
import { getLabel, getOwnerLabel, type RecordField } from '../../locations/catalogue/fields/lookup.ts';
import { FACET_FIELDS, getFactLabel, isFacetField } from '../../locations/catalogue/schema.ts';
import { person } from '../../entry-subjects/schema.ts';
import { IMPORT_COLUMNS, type ImportColumn } from '../columns.ts';
import { optionReplacements } from '../option-replacements.ts';

export const MAX_FILE_MB = 20;
export const MAX_FILE_BYTES = MAX_FILE_MB * 1024 ** 2;
export const MAX_ROWS = 10_000;
export const MAX_COLUMNS = 300;
/** Characters; Excel allows 31. */
export const MAX_SHEET_NAME = 100;
const MAX_FILE_NAME = 255;

const IMPORT_STATES = ['MAPPING', 'CHECKING', 'CHECKED', 'FAILED', 'APPLIED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The outcome of importing a row. */
export const ROW_RESULTS = ['NEW', 'CHANGED', 'SAME', 'LEFT_OUT', 'REFUSED'] as const;
export type RowResult = (typeof ROW_RESULTS)[number];

/** The same words as in the report of the import. */
export const ROW_RESULT_LABELS: Readonly<Record<RowResult, string>> = ITEM_STATE_LABELS;

/** Rows that are left out unless somebody wants them. */
export const ROW_GROUPS = ['OUTSIDE', 'DUPLICATES'] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

export const fileName = singleLine.min(1).max(MAX_FILE_NAME);
export const importColumn = z.enum(IMPORT_COLUMNS as [ImportColumn, ...ImportColumn[]]);
/** The field for each column of the file; null for a column that is left out. */
export const columnMapping = z.array(importColumn.nullable()).max(MAX_COLUMNS);
export type ColumnMapping = z.output<typeof columnMapping>;

/** A file that was uploaded and is not imported yet. */
export const importSummary = z.object({
  id: z.uuid(),
  version: z.number(),
  state: z.enum(IMPORT_STATES),
  file_name: z.string(),
  row_count: z.number(),
  created_by: person.nullable(),
  created_at: z.string(),
  /** The bulk change that imports it. */
  bulk_change_id: z.uuid().nullable(),
});
export type ImportSummary = z.output<typeof importSummary>;

/** A sheet of a workbook. */
const importSheet = z.object({
  /** Counted from 1, without empty sheets. */
  number: z.number(),
  name: z.string(),
  row_count: z.number(),
  /** Why it cannot be imported; null if it can. */
  problem: z.string().nullable(),
  is_chosen: z.boolean(),
});

/** An uploaded file with its columns and, after the dry run, the numbers of rows. */
export const importDetails = importSummary.extend({
  headings: z.array(z.string()),
  /** Of a workbook with several sheets; empty for other files. */
  sheets: z.array(importSheet),
  mapping: columnMapping,
  /** Whether the mapping is that of the last file with the same headings. */
  create_options: z.boolean(),
  /** Up to three different values of each column. */
  samples: z.array(z.array(z.string())),
  checked_rows: z.number(),
  counts: z.record(z.enum(ROW_RESULTS), z.number()),
  /** Rows whose location is published by the import. */
  publishes: z.number(),
  /** Rows of new locations that look like one that the catalogue has already. */
  duplicates: z.number(),
  /** Rows that would put their location outside the region. */
  outside: z.number(),
  /** Names of the file that the lists of options do not have, those of most rows first, with what replaces them. */
  unlisted_options: z.array(
    z.object({
      field: z.enum(FACET_FIELDS),
      name: z.string(),
      rows: z.number(),
      /** Options that it may mean, the likeliest first. */
      similar: z.array(z.string()),
      /** The option that is chosen for it in advance, or null as an option to leave it empty; null if none is clearly the likeliest. */
      proposal: z.object({ option: z.string().nullable() }).nullable().default(null),
    }),
  ),
  replacements: optionReplacements,
  new_options: z.array(z.object({ field: z.enum(FACET_FIELDS), name: z.string() })),
  warnings: z.array(z.string()),
});
export type ImportDetails = z.output<typeof importDetails>;

const rowChange = z.object({ field: z.string(), before: z.string(), after: z.string() });
export type RowChange = z.output<typeof rowChange>;

/** A row with what its import would do. */
export const importRow = z.object({
  line: z.number(),
  title: z.string(),
  result: z.enum(ROW_RESULTS),
  /** The location of the row, if it exists. */
  location_id: z.uuid().nullable(),
  publishes: z.boolean(),
  is_outside: z.boolean(),
  changes: z.array(rowChange),
  problems: z.array(z.string()),
  /** The location of the catalogue that a new one looks like most. */
  duplicate: z
    .object({
      id: z.uuid(),
      title: z.string(),
      /** In per cent. */
      score: z.number(),
    })
    .nullable(),
});
export type ImportRow = z.output<typeof importRow>;

const LABELS: Readonly<Partial<Record<ImportColumn, string>>> = {
  id: 'Id of an export',
  dynamicsid: 'Dynamics id',
  sample: 'Sample',
  creationdate: 'Creation date',
  lastmodificationdate: 'Last modification date',
  position: 'Position or grid reference',
  easting: 'Easting',
  northing: 'Northing',
};

/** Labels of the columns of a location. */
export function getColumnLabel(column: ImportColumn): string {
  if (isFacetField(column)) return getFactLabel(column);
  return LABELS[column] ?? getLabel(column as RecordField);
}

/** Further headings that identify a column. */
const ALIASES: Readonly<Partial<Record<ImportColumn, readonly string[]>>> = {
  title: ['Name'],
  nearesttown: ['Town'],
  locationidentifier: ['Legacy id'],
  exporttowebsite: ['Publish', 'Published'],
  latitude: ['Lat'],
  longitude: ['Long', 'Lon', 'Lng'],
  position: [
    ...[
      'Position',
      'Coordinates',
      'Coords',
      'Lat long',
      'Lat lon',
      'Lat lng',
      'Latitude longitude',
      'Grid reference',
      'Grid ref',
    ],
    ...['NGR', 'OSGR', 'OS grid reference', 'OS grid ref', 'National grid reference', 'Irish grid reference'],
  ],
  easting: ['Eastings', 'OS easting', 'OS eastings', 'OSGB easting', 'Grid easting', 'X', 'X coordinate', 'X coord'],
  northing: [
    'Northings',
    'OS northing',
    'OS northings',
    'OSGB northing',
    'Grid northing',
    'Y',
    'Y coordinate',
    'Y coord',
  ],
};

/** Headings of degrees or metres, whichever the cells have. */
const AXES: Readonly<Partial<Record<ImportColumn, ImportColumn>>> = { easting: 'longitude', northing: 'latitude' };
const AXIS_HEADING = /^[xy](?:coord(?:inate)?)?$/;
const MAX_DEGREES = 180;

/** Normalises a heading for comparison: ignores case, spaces and punctuation. */
function toKey(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

let columnsByKey: ReadonlyMap<string, ImportColumn> | undefined;

function getColumnsByKey(): ReadonlyMap<string, ImportColumn> {
  columnsByKey ??= new Map(
    IMPORT_COLUMNS.flatMap((column): [string, ImportColumn][] => {
      const labels = [getColumnLabel(column), ...(column in LABELS ? [] : [getOwnerLabel(column as RecordField)])];
      return [...labels, ...(ALIASES[column] ?? []), column].map((name) => [toKey(name), column]);
    }),
  );
  return columnsByKey;
}

/** Suggests a field for each heading by its name or label, or else by that without what is in brackets, each field once. */
export function suggestMapping(
  headings: readonly string[],
  rows: readonly { readonly cells: readonly string[] }[] = [],
): ColumnMapping {
  const used = new Set<ImportColumn>();
  const suggest = (heading: string, index: number) => {
    const column = findColumn(toKey(heading), () => rows.flatMap(({ cells }) => cells[index] || []));
    if (column === undefined || used.has(column)) return null;
    used.add(column);
    return column;
  };
  const exact = headings.map(suggest);
  return exact.map((column, index) => column ?? suggest(headings[index]!.replace(/[([].*$/, ''), index));
}

function findColumn(key: string, listCells: () => readonly string[]): ImportColumn | undefined {
  const column = getColumnsByKey().get(key);
  if (column === undefined || !AXIS_HEADING.test(key)) return column;
  const cells = listCells();
  const areDegrees = cells.every((cell) => Math.abs(Number(cell.replace(',', '.'))) <= MAX_DEGREES);
  return cells.length > 0 && areDegrees ? AXES[column] : column;
}

/** The fields that columns can be mapped to, in the order of files. */
export const MAPPABLE_COLUMNS = IMPORT_COLUMNS;

/** The name of a column without a heading: A, B, …, AA. */
export function formatColumnName(heading: string, index: number): string {
  if (heading !== '') return heading;
  const letters = (n: number): string =>
    (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26));
  return `Column ${letters(index)}`;
}
