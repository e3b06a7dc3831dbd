import { z } from 'zod';
import { TABLE_SIZE } from '../../../platform/http/paging.ts';
import type { Filter } from '../../../ui/table/state.ts';
import { picture } from '../../media/schema.ts';
import type { State } from '../access/policy.ts';
import { LOCATION_STATUSES, STATUSES } from '../registering/schema.ts';
import { FACETS, FACET_FIELDS, type FacetField } from '../schema.ts';

/** What people read of how the content of a location compares with what is online. */
export const CONTENT_STATUS_LABELS: Readonly<Record<State['status'], string>> = {
  NEW: 'New (Offline)',
  CHANGED: 'Changed',
  LIVE: 'Live',
};

/** What people read of the way of a location to approval. */
export const LOCATION_STATUS_LABELS: Readonly<Record<State['location_status'], string>> = {
  DRAFT: 'In progress',
  AWAITING_APPROVAL: 'Awaiting approval',
  PUBLISHED: 'Published',
};

/** Characters of a free text, and of the words in a filter. */
export const QUERY_LENGTH = 100;

/** Filters at once; each value of a field counts. */
export const MAX_FILTERS = 32;
export const TOO_MANY_FILTERS = `You can add up to ${MAX_FILTERS} search filters`;

/** Fields filtered by words, which may be the beginnings of theirs. */
export const TEXT_FILTERS = [
  'owner',
  'address1',
  'address2',
  'address3',
  'address4',
  'postcode',
  'nearesttown',
  'ownername',
  'primarycontact',
  'contactfirstname',
  'contactlastname',
  'contactemail',
  'locationidentifier',
] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

/** Fields filtered by a first and a last day. */
export const DAY_FILTERS = ['lastmodificationdate', 'creationdate'] as const;
export type DayFilter = (typeof DAY_FILTERS)[number];

/** Columns of yes, no and, where it may be unknown, null. */
export const FLAG_FILTERS = ['exporttowebsite', 'hasimages', 'visited'] as const;
export type FlagFilter = (typeof FLAG_FILTERS)[number];

/** Columns with a word for a state. */
export const STATE_FILTERS = ['status', 'location_status'] as const;
type StateFilter = (typeof STATE_FILTERS)[number];

type FilterField = TextFilter | DayFilter | FlagFilter | StateFilter | FacetField;

type NamedFilter = Filter & { readonly field: FilterField };
const text = (field: TextFilter, label: string): NamedFilter => ({ field, label, kind: 'text' });
const states = (field: StateFilter, label: string, words: Readonly<Record<string, string>>): NamedFilter => ({
  field,
  label,
  kind: 'options',
  options: Object.entries(words).map(([value, word]) => ({ value, label: word })),
});
const options = (field: FacetField): NamedFilter => ({ field, label: FACETS[field].label, kind: 'options' });

/** Every filter as people see it, those that are needed most first. The options of option fields are those of their lists. */
export const LIST_FILTERS: readonly NamedFilter[] = [
  states('status', 'Status', CONTENT_STATUS_LABELS),
  { field: 'lastmodificationdate', label: 'Last Modification Date', kind: 'range' },
  { field: 'exporttowebsite', label: 'Export to Website', kind: 'yes-no-null' },
  { field: 'hasimages', label: 'Has Images', kind: 'yes-no' },
  options('localauthority'),
  text('owner', 'Owner'),
  states('location_status', 'Location Status', LOCATION_STATUS_LABELS),
  ...FACET_FIELDS.filter((field) => field !== 'localauthority').map(options),
  text('nearesttown', 'Nearest town'),
  text('address1', 'Address 1'),
  text('address2', 'Address 2'),
  text('address3', 'Address 3'),
  text('address4', 'Address 4'),
  text('postcode', 'Postcode'),
  text('ownername', 'Owner name'),
  text('primarycontact', 'Primary contact'),
  text('contactfirstname', 'Contact first name'),
  text('contactlastname', 'Contact last name'),
  text('contactemail', 'Contact e-mail'),
  text('locationidentifier', 'Legacy Location Id'),
  { field: 'visited', label: 'Visited', kind: 'yes-no-null' },
  { field: 'creationdate', label: 'Creation Date', kind: 'range' },
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

const day = z.iso
  .date('Enter a day such as 2026-11-12.')
  .refine((given) => given >= '1000', 'Enter a year of 4 digits.');
const range = z
  .object({ from: day.optional(), to: day.optional() })
  .refine(({ from, to }) => from ?? to, 'Choose a day.');
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(MAX_FILTERS);
const each = <Field extends string, Schema extends z.ZodType>(fields: readonly Field[], schema: Schema) =>
  Object.fromEntries(fields.map((field) => [field, schema.optional()])) as Record<Field, z.ZodOptional<Schema>>;

const flag = z.enum(['true', 'false', 'null']);

/** One condition: a field with the values of which any will do, or with its first and last day. */
const listCondition = z.strictObject({
  ...each(TEXT_FILTERS, several(z.string().trim().min(1).max(QUERY_LENGTH))),
  ...each(FACET_FIELDS, several(z.string().max(120))),
  ...each(FLAG_FILTERS, several(flag)),
  ...each(DAY_FILTERS, range),
  status: several(z.enum(STATUSES)).optional(),
  location_status: several(z.enum(LOCATION_STATUSES)).optional(),
});
export type ListCondition = z.output<typeof listCondition>;

/** How many filters these conditions are: each value is one, and so is a first and last day. */
function filtersIn(conditions: readonly object[]): number {
  const values = conditions.flatMap((condition) => Object.values(condition) as unknown[]);
  return values.reduce<number>(
    (sum, value) => sum + (Array.isArray(value) ? value.length : value === undefined ? 0 : 1),
    0,
  );
}

/** What the list is asked for, whichever page. */
export const listAsked = z.object({
  query: z.string().trim().max(QUERY_LENGTH, `Use at most ${QUERY_LENGTH} characters.`).default(''),
  /** One column with the direction; without, what was changed last comes first. */
  sort: z
    .partialRecord(z.enum(SORT_COLUMNS), z.enum(['asc', 'desc']))
    .refine((sort) => Object.keys(sort).length <= 1, 'Sort by one column.')
    .default({}),
  /** All of these hold. */
  filters: z
    .object({
      all: z
        .array(listCondition)
        .refine((all) => filtersIn(all) <= MAX_FILTERS, TOO_MANY_FILTERS)
        .default([]),
    })
    .default({ all: [] }),
});
export type ListAsked = z.output<typeof listAsked>;

/** The same, and which page. */
export const listPageAsked = listAsked.extend({
  page: z
    .object({
      size: z.number().int().min(1).max(TABLE_SIZE).default(TABLE_SIZE),
      current: z.number().int().min(1).max(1_000_000).default(1),
    })
    .default({ size: TABLE_SIZE, current: 1 }),
});
export type ListPageAsked = z.output<typeof listPageAsked>;

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
  /** Null while it has none that is ready. */
  primaryimage: picture.nullable(),
});
export type ListedLocation = z.infer<typeof listedLocation>;
