import { z } from 'zod';
import { TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import type { Filter } from '../../../ui/table/table-state.ts';
import { picture } from '../../media/schema.ts';
import { CONTENT_STATUS_LABELS, LOCATION_STATUSES, LOCATION_STATUS_LABELS, STATUSES } from '../working-copy/schema.ts';
import type { FIELD_TABLE } from '../catalogue/fields/field-table.ts';
import { EMPTY_FIELDS, getEmptyFieldLabel } from '../catalogue/fields/empty-fields.ts';
import { FIELDS, type Field, type RecordField, getField, getLabel } from '../catalogue/fields/lookup.ts';
import { FACET_FIELDS, MAX_OPTION_LENGTH, isFacetField } from '../catalogue/schema.ts';
import { date } from '../../../platform/http/field-schemas.ts';
import { CHOOSE_DAY, ENTER_NUMBER, ONE_SORT_COLUMN, filterLimit } from '../messages.ts';

/** Characters of a free text, and of the words in a filter. */
export const MAX_QUERY_LENGTH = 100;

/** Limit of filters; each value counts as one. */
export const MAX_FILTERS = 32;
export const TOO_MANY_FILTERS_MESSAGE = filterLimit(MAX_FILTERS);

type FilteredBy<Kind> = Extract<(typeof FIELD_TABLE)[number], { filter: Kind }>['name'];
const filteredBy = <Kind extends Field['filter']>(kind: Kind) =>
  FIELDS.filter(({ filter }) => filter === kind).map(({ name }) => name as FilteredBy<Kind>);

/** Text filters for the account holder and the contacts, which are not fields of a location. */
const PEOPLE_FILTERS = ['owner', 'primarycontact', 'contactfirstname', 'contactlastname', 'contactemail'] as const;
/** Fields filtered by words, which match by prefix. */
export const TEXT_FILTERS = [...PEOPLE_FILTERS, ...filteredBy('text')] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

/** Fields filtered by a range of days. */
export const DAY_FILTERS = ['lastmodificationdate', 'creationdate'] as const;

/** Fields filtered by a range of numbers. */
export const NUMBER_FILTERS = filteredBy('number-range');
export type NumberFilter = (typeof NUMBER_FILTERS)[number];

/** Boolean columns, some of them nullable. */
export const FLAG_FILTERS = ['hasimages', ...filteredBy('yes-no-null')] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/** Columns with a status. */
export const STATE_FILTERS = ['status', 'location_status'] as const;
type StateFilter = (typeof STATE_FILTERS)[number];

/** The label of a field in the list, its filters and its CSV file. */
export function getListLabel(name: RecordField): string {
  return getField(name).listLabel ?? getLabel(name);
}

const text = (field: TextFilter, label: string): Filter => ({ field, label, kind: 'text' });
const states = (field: StateFilter, label: string, words: Readonly<Record<string, string>>): Filter => ({
  field,
  label,
  kind: 'options',
  options: Object.entries(words).map(([value, word]) => ({ value, label: word })),
});

/** Returns the filter of a field. */
function toFilter({ name, filter }: Field): Filter {
  return {
    field: name,
    get label() {
      return getListLabel(name);
    },
    kind: filter ?? 'options',
  };
}
const FIRST: ReadonlySet<RecordField> = new Set(['exporttowebsite', 'localauthority']);
const OTHERS = FIELDS.filter(({ name }) => !FIRST.has(name));

/** All filters, the most used first. */
export const LIST_FILTERS: readonly Filter[] = [
  states('status', 'Status', CONTENT_STATUS_LABELS),
  { field: 'lastmodificationdate', label: 'Last Modification Date', kind: 'date-range' },
  toFilter(getField('exporttowebsite')),
  { field: 'hasimages', label: 'Has Images', kind: 'yes-no' },
  toFilter(getField('localauthority')),
  text('owner', 'Owner'),
  states('location_status', 'Location Status', LOCATION_STATUS_LABELS),
  {
    field: 'empty',
    label: 'Empty Field',
    kind: 'options',
    options: EMPTY_FIELDS.map((value) => ({
      value,
      get label() {
        return getEmptyFieldLabel(value);
      },
    })),
  },
  ...OTHERS.filter(({ name }) => isFacetField(name)).map(toFilter),
  ...OTHERS.filter(({ filter }) => filter).map(toFilter),
  text('primarycontact', 'Primary contact'),
  text('contactfirstname', 'Contact first name'),
  text('contactlastname', 'Contact last name'),
  text('contactemail', 'Contact email'),
  { field: 'creationdate', label: 'Creation Date', kind: 'date-range' },
];

/** Columns that the list can be sorted by. */
export const SORT_COLUMNS = [
  'locationidentifier',
  'title',
  'status',
  'lastmodificationdate',
  'exporttowebsite',
  'hasimages',
] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

const range = z.object({ from: date.optional(), to: date.optional() }).refine(({ from, to }) => from ?? to, CHOOSE_DAY);
const number = z.number().int().min(0).optional();
const numberRange = z
  .object({ min: number, max: number })
  .refine(({ min, max }) => min !== undefined || max !== undefined, ENTER_NUMBER);
const oneOrMore = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(MAX_FILTERS);
const forEachField = <Field extends string, Schema extends z.ZodType>(fields: readonly Field[], schema: Schema) =>
  Object.fromEntries(fields.map((field) => [field, schema.optional()])) as Record<Field, z.ZodOptional<Schema>>;

const flag = z.enum(['true', 'false', 'null']);

/** A condition: a field with alternative values, or with a range of days or numbers. */
export const listCondition = z.strictObject({
  ...forEachField(TEXT_FILTERS, oneOrMore(z.string().trim().min(1).max(MAX_QUERY_LENGTH))),
  ...forEachField(FACET_FIELDS, oneOrMore(z.string().max(MAX_OPTION_LENGTH))),
  ...forEachField(FLAG_FILTERS, oneOrMore(flag)),
  ...forEachField(DAY_FILTERS, range),
  ...forEachField(NUMBER_FILTERS, numberRange),
  status: oneOrMore(z.enum(STATUSES)).optional(),
  location_status: oneOrMore(z.enum(LOCATION_STATUSES)).optional(),
  /** Locations in which one of these fields is empty. */
  empty: oneOrMore(z.enum(EMPTY_FIELDS)).optional(),
});
export type ListCondition = z.output<typeof listCondition>;

/** Counts the filters in conditions: each value is one, and a range is one. */
function countFilters(conditions: readonly object[]): number {
  const values = conditions.flatMap((condition) => Object.values(condition) as unknown[]);
  return values.reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : value === undefined ? 0 : 1),
    0,
  );
}

/** The query of the list, without the page. */
export const listParams = z.object({
  query: z.string().trim().max(MAX_QUERY_LENGTH).default(''),
  /** One column with its direction; by default the latest change first. */
  sort: z
    .partialRecord(z.enum(SORT_COLUMNS), z.enum(['asc', 'desc']))
    .refine((sort) => Object.keys(sort).length <= 1, ONE_SORT_COLUMN)
    .default({}),
  /** Combined by AND. */
  filters: z
    .object({
      all: z
        .array(listCondition)
        .refine((all) => countFilters(all) <= MAX_FILTERS, TOO_MANY_FILTERS_MESSAGE)
        .default([]),
    })
    .default({ all: [] }),
});
export type ListParams = z.output<typeof listParams>;

/** The query of the list with the page. */
export const listPageParams = listParams.extend({
  page: z
    .object({
      size: z.number().int().min(1).max(TABLE_PAGE_SIZE).default(TABLE_PAGE_SIZE),
      current: z.number().int().min(1).max(1_000_000).default(1),
    })
    .default({ size: TABLE_PAGE_SIZE, current: 1 }),
});
export type ListPageParams = z.output<typeof listPageParams>;

/** A location in the list. */
export const listedLocation = z.object({
  id: z.string(),
  locationidentifier: z.number().nullable(),
  title: z.string(),
  nearesttown: z.string().nullable(),
  localauthority: z.string().nullable(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  lastmodificationdate: z.string(),
  exporttowebsite: z.boolean().nullable(),
  hasimages: z.boolean(),
  /** Null if no image is ready. */
  primaryimage: picture.nullable(),
});
export type ListedLocation = z.infer<typeof listedLocation>;
