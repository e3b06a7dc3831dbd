import { USER_COLUMNS } from '../../src/features/accounts/administration/schema.ts';
import { NOTIFICATION_COLUMNS, NOTIFICATION_SUBJECTS, READ_STATES } from '../../src/features/notifications/schema.ts';
import { COMPANY_COLUMNS } from '../../src/features/companies/schema.ts';
import { AUDIT_TYPE_NAMES } from '../../src/features/audit-log/entry-types.ts';
import { AUDIT_LOG_COLUMNS } from '../../src/features/audit-log/schema.ts';
import { PAIR_COLUMNS, PAIR_STATES, REASONS } from '../../src/features/duplicates/schema.ts';
import { ENQUIRY_COLUMNS, STATE_NAMES } from '../../src/features/enquiries/cases/schema.ts';
import { PRODUCTION_KIND_NAMES } from '../../src/features/enquiries/schema.ts';
import { SHOOT_COLUMNS } from '../../src/features/productions/diary/schema.ts';
import { PRODUCTION_COLUMNS, STAGE_NAMES } from '../../src/features/productions/schema.ts';
import { ROW_RESULTS } from '../../src/features/import-export/browser/schema.ts';
import { LIST_FILTERS, SORT_COLUMNS } from '../../src/features/locations/admin-list/schema.ts';
import { QUEUE_COLUMNS, REVIEWER_FILTERS, SUBMISSION_KINDS } from '../../src/features/locations/review/schema.ts';
import { FACET_FIELDS } from '../../src/features/locations/catalogue/schema.ts';
import { ORIGIN_NAMES, SYNONYM_COLUMNS } from '../../src/features/search/synonyms/schema.ts';
import { TABLE_PAGE_SIZE } from '../../src/platform/http/paging.ts';
import { type Random, pickOne, pickZipf, randomInteger } from '../search/random.ts';
import type { SeededData } from './seed.ts';

/** An API request. */
export interface Request {
  readonly path: string;
  readonly body?: object;
}

/** A list of the back office. */
export interface List {
  readonly name: string;
  /** Creates a query with random filters and sort order. */
  readonly createQuery: (random: Random) => ListQuery;
  /** Exports the whole list. */
  readonly file?: Request;
}

export interface ListQuery {
  readonly page: (page: number) => Request;
  /** Returns the total number of rows in a response. */
  readonly total: (response: never) => number;
}

/** Returns all lists of the back office that can become long. */
export function createLists(data: SeededData): readonly List[] {
  return [
    {
      name: 'locations',
      createQuery: (random) => createLocationQuery(random, data),
      file: { path: '/admin/locations/export', body: {} },
    },
    {
      name: 'locations, one filter',
      createQuery: (random) => createLocationQuery(random, data, 1),
    },
    {
      name: 'users',
      createQuery: (random) =>
        createGetQuery('/users', {
          ...randomOrder(random, USER_COLUMNS),
          ...maybe(random, 0.4, () => ({ query: randomWords(random, data) })),
          ...maybe(random, 0.4, () => ({ role: pickOne(random, ['SCOUT', 'OWNER', 'ADMIN']) })),
          ...maybe(random, 0.2, () => ({ last_name: randomWords(random, data) })),
          ...maybe(random, 0.1, () => ({ email: 'isla' })),
        }),
      file: { path: '/users/export' },
    },
    {
      name: 'notifications',
      createQuery: (random) =>
        createGetQuery('/notifications', {
          ...randomOrder(random, NOTIFICATION_COLUMNS),
          ...maybe(random, 0.8, () => ({ type: pickOne(random, NOTIFICATION_SUBJECTS) })),
          ...maybe(random, 0.7, () => ({ status: pickOne(random, READ_STATES) })),
        }),
      file: { path: '/notifications/export' },
    },
    {
      name: 'audit logs',
      createQuery: (random) =>
        createGetQuery('/audit-logs', {
          ...randomOrder(random, AUDIT_LOG_COLUMNS),
          ...maybe(random, 0.4, () => ({ type: pickOne(random, AUDIT_TYPE_NAMES) })),
          ...maybe(random, 0.3, () => ({ user: randomWords(random, data) })),
          ...maybe(random, 0.2, () => ({ from: `202${randomInteger(random, 1, 5)}-03-01` })),
          ...maybe(random, 0.2, () => ({ to: '2026-06-30' })),
        }),
      file: { path: '/audit-logs/export' },
    },
    {
      name: 'enquiries',
      createQuery: (random) =>
        createGetQuery('/enquiries', {
          ...randomOrder(random, ENQUIRY_COLUMNS),
          ...maybe(random, 0.4, () => ({ query: randomWords(random, data) })),
          ...maybe(random, 0.5, () => ({ state: pickOne(random, STATE_NAMES) })),
          ...maybe(random, 0.2, () => ({ assignee: random() < 0.3 ? 'nobody' : pickOne(random, data.teamIds) })),
          ...maybe(random, 0.2, () => ({ kind: pickOne(random, PRODUCTION_KIND_NAMES) })),
          ...maybe(random, 0.1, () => ({ overdue: 'true' })),
          ...maybe(random, 0.2, () => ({ from: `202${randomInteger(random, 1, 5)}-03-01` })),
        }),
      file: { path: '/enquiries/export' },
    },
    {
      name: 'productions',
      createQuery: (random) =>
        createGetQuery('/productions', {
          ...randomOrder(random, PRODUCTION_COLUMNS),
          ...maybe(random, 0.4, () => ({ query: randomWords(random, data) })),
          ...maybe(random, 0.5, () => ({ stage: pickOne(random, STAGE_NAMES) })),
          ...maybe(random, 0.2, () => ({ assignee: random() < 0.3 ? 'nobody' : pickOne(random, data.teamIds) })),
          ...maybe(random, 0.2, () => ({ kind: pickOne(random, PRODUCTION_KIND_NAMES) })),
          ...maybe(random, 0.1, () => ({ overdue: 'true' })),
          ...maybe(random, 0.2, () => ({ from: `202${randomInteger(random, 1, 5)}-03-01` })),
        }),
      file: { path: '/productions/export' },
    },
    {
      name: 'timeline of a production',
      createQuery: (random) => createGetQuery(`/productions/${pickOne(random, data.productionIds)}/timeline`, {}),
    },
    {
      name: 'diary of filming',
      createQuery: (random) =>
        createGetQuery('/productions/diary', {
          ...randomOrder(random, SHOOT_COLUMNS),
          ...maybe(random, 0.4, () => ({ query: randomWords(random, data) })),
          ...maybe(random, 0.5, () => ({ when: pickOne(random, ['upcoming', 'past']) })),
          ...maybe(random, 0.2, () => ({ clash: 'true' })),
          ...maybe(random, 0.3, () => ({ from: `202${randomInteger(random, 1, 5)}-03-01` })),
        }),
      file: { path: '/productions/diary/export' },
    },
    ...(['companies', 'people'] as const).map((name) => ({
      name,
      createQuery: (random: Random) =>
        createGetQuery(`/${name}`, {
          ...randomOrder(random, COMPANY_COLUMNS),
          ...maybe(random, 0.5, () => ({ query: randomWords(random, data) })),
        }),
      file: { path: `/${name}/export` },
    })),
    {
      name: 'review queue',
      createQuery: (random) =>
        createGetQuery('/admin/reviews', {
          ...randomOrder(random, QUEUE_COLUMNS),
          ...maybe(random, 0.4, () => ({ kind: pickOne(random, SUBMISSION_KINDS) })),
          ...maybe(random, 0.3, () => ({ reviewer: pickOne(random, REVIEWER_FILTERS) })),
        }),
    },
    {
      name: 'likely duplicates',
      createQuery: (random) =>
        createGetQuery('/admin/duplicates', {
          ...randomOrder(random, PAIR_COLUMNS),
          state: pickOne(random, PAIR_STATES),
          ...maybe(random, 0.4, () => ({ title: randomWords(random, data) })),
          ...maybe(random, 0.3, () => ({ reason: pickOne(random, REASONS) })),
        }),
    },
    {
      name: 'bulk changes',
      createQuery: (random) => createGetQuery('/admin/bulk-changes', randomOrder(random, ['created_at'])),
    },
    {
      name: 'locations of a bulk change',
      createQuery: (random) =>
        createGetQuery(`/admin/bulk-changes/${pickOne(random, data.bulkChangeIds)}/locations`, {
          ...randomOrder(random, ['title']),
          ...maybe(random, 0.5, () => ({ state: pickOne(random, ['CHANGED', 'SAME', 'REFUSED']) })),
        }),
    },
    {
      name: 'rows of an import',
      createQuery: (random) =>
        createGetQuery(`/admin/imports/${pickOne(random, data.importIds)}/rows`, {
          ...randomOrder(random, ['line']),
          ...maybe(random, 0.5, () => ({ result: pickOne(random, ROW_RESULTS) })),
        }),
    },
    {
      name: 'synonyms',
      createQuery: (random) =>
        createGetQuery('/search-synonyms', {
          ...randomOrder(random, SYNONYM_COLUMNS),
          ...maybe(random, 0.4, () => ({ query: randomWords(random, data) })),
          ...maybe(random, 0.3, () => ({ origin: pickOne(random, ORIGIN_NAMES) })),
        }),
    },
    {
      name: 'versions of a location',
      createQuery: (random) => createGetQuery(`/admin/locations/${pickOne(random, data.locationIds)}/revisions`, {}),
    },
  ];
}

/** Data that the back office loads without paging. */
export function createPages({
  locationIds,
  enquiryIds,
  productionIds,
  bulkChangeIds,
  importIds,
}: SeededData): readonly Page[] {
  return [
    { name: 'overview', path: () => '/overview' },
    { name: 'time to review', path: () => '/admin/reviews/figures' },
    { name: 'enquiry', path: (random) => `/enquiries/${pickOne(random, enquiryIds)}` },
    { name: 'production', path: (random) => `/productions/${pickOne(random, productionIds)}` },
    { name: 'impact of a year', path: (random) => `/impact?year=${randomInteger(random, 2010, 2025)}` },
    { name: 'filmed here', path: (random) => `/locations/${pickOne(random, locationIds)}/filmed-here` },
    { name: 'tasks of a location', path: (random) => `/locations/${pickOne(random, locationIds)}/tasks` },
    { name: 'bulk change', path: (random) => `/admin/bulk-changes/${pickOne(random, bulkChangeIds)}` },
    { name: 'imports', path: () => '/admin/imports' },
    { name: 'import', path: (random) => `/admin/imports/${pickOne(random, importIds)}` },
    { name: 'saved views', path: () => '/lists/locations/views' },
    {
      name: 'version of a location',
      path: (random) => `/admin/locations/${pickOne(random, locationIds)}/revisions/50`,
    },
  ];
}

/** A page of the back office that is no list. */
export interface Page {
  readonly name: string;
  readonly path: (random: Random) => string;
}

const DIRECTIONS = ['asc', 'desc'] as const;

function randomOrder(random: Random, columns: readonly string[]) {
  return { sortBy: pickOne(random, columns), sortOrder: pickOne(random, DIRECTIONS) };
}

/** Returns the parameters with a probability, else none. */
function maybe<Params extends object>(random: Random, probability: number, params: () => Params): Partial<Params> {
  return random() < probability ? params() : {};
}

/** Returns typical input: a frequent word, often only a prefix, sometimes two words. */
function randomWords(random: Random, { words }: SeededData): string {
  const word = pickZipf(random, words, 20);
  const prefix = word.slice(0, randomInteger(random, 2, 10));
  return random() < 0.2 ? `${prefix} ${pickOne(random, words)}` : prefix;
}

/** Creates a query of a list with parameters in the query string. */
function createGetQuery(path: string, params: Readonly<Record<string, string>>): ListQuery {
  return {
    page: (page) => ({ path: `${path}?${new URLSearchParams({ ...params, page: String(page) })}` }),
    total: ({ total }: { total: number }) => total,
  };
}

function createLocationQuery(random: Random, data: SeededData, filters = randomInteger(random, 0, 4)): ListQuery {
  const query = random() < 0.3 ? randomWords(random, data) : '';
  const sort = { [pickOne(random, SORT_COLUMNS)]: pickOne(random, DIRECTIONS) };
  const all = Array.from({ length: filters }, () => createFilter(random, data));
  return {
    page: (current) => ({
      path: '/admin/locations/search',
      body: { query, sort, filters: { all }, page: { current, size: TABLE_PAGE_SIZE } },
    }),
    total: ({ meta }: { meta: { page: { total_results: number } } }) => meta.page.total_results,
  };
}

function createFilter(random: Random, data: SeededData): object {
  const filter = pickOne(random, LIST_FILTERS);
  const { field, kind } = filter;
  if (kind === 'text') return { [field]: [randomWords(random, data)] };
  if (kind === 'date-range') return { [field]: { from: `202${randomInteger(random, 1, 5)}-03-01`, to: '2026-06-30' } };
  if (kind === 'number-range') return { [field]: { min: randomInteger(random, 0, 50) } };
  if (kind === 'yes-no') return { [field]: [pickOne(random, ['true', 'false'])] };
  if (kind === 'yes-no-null') return { [field]: several(random, ['true', 'false', 'null']) };
  const values = (FACET_FIELDS as readonly string[]).includes(field)
    ? data.options.filter((option) => option.field === field).map(({ name }) => name)
    : (filter.kind === 'options' ? (filter.options ?? []) : []).map(({ value }) => value);
  return { [field]: several(random, values) };
}

/** Returns one to three of the values. */
function several<T>(random: Random, values: readonly T[]): T[] {
  return [...new Set(Array.from({ length: randomInteger(random, 1, 3) }, () => pickZipf(random, values, 2)))];
}
