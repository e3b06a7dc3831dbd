import { USER_COLUMNS } from '../../src/features/accounts/administration/schema.ts';
import { NOTIFICATION_COLUMNS, NOTIFICATION_SUBJECTS, READ_STATES } from '../../src/features/notifications/schema.ts';
import { AUDIT_TYPE_NAMES, AUDIT_LOG_COLUMNS } from '../../src/features/audit-log/schema.ts';
import { LIST_FILTERS, SORT_COLUMNS } from '../../src/features/locations/admin-list/schema.ts';
import { FACET_FIELDS } from '../../src/features/locations/schema.ts';
import { TABLE_PAGE_SIZE } from '../../src/platform/http/paging.ts';
import { type Random, oneOf, skewed, whole } from '../search/random.ts';
import type { SeededData } from './seed.ts';

/** A call, as it is sent. */
export interface Request {
  readonly path: string;
  readonly body?: object;
}

/** A list of the back office: questions as its screen can ask them, page by page, and as a file. */
export interface List {
  readonly name: string;
  /** A question with any filters and any order. */
  readonly ask: (random: Random) => TimedPage;
  /** All of it. */
  readonly file?: Request;
}

export interface TimedPage {
  readonly page: (page: number) => Request;
  /** How many rows an answer says that there are. */
  readonly total: (answer: never) => number;
}

/** Every list that grows with the agency. */
export function listsOf(filled: SeededData): readonly List[] {
  return [
    {
      name: 'locations',
      ask: (random) => locations(random, filled),
      file: { path: '/admin/locations/export', body: {} },
    },
    {
      name: 'locations, one filter',
      ask: (random) => locations(random, filled, 1),
    },
    {
      name: 'users',
      ask: (random) =>
        plain('/users', {
          ...ordered(random, USER_COLUMNS),
          ...some(random, 0.4, () => ({ query: words(random, filled) })),
          ...some(random, 0.4, () => ({ role: oneOf(random, ['SCOUT', 'OWNER', 'ADMIN']) })),
          ...some(random, 0.2, () => ({ last_name: words(random, filled) })),
          ...some(random, 0.1, () => ({ email: 'isla' })),
        }),
      file: { path: '/users/export' },
    },
    {
      name: 'notifications',
      ask: (random) =>
        plain('/notifications', {
          ...ordered(random, NOTIFICATION_COLUMNS),
          ...some(random, 0.8, () => ({ type: oneOf(random, NOTIFICATION_SUBJECTS) })),
          ...some(random, 0.7, () => ({ status: oneOf(random, READ_STATES) })),
        }),
      file: { path: '/notifications/export' },
    },
    {
      name: 'audit logs',
      ask: (random) =>
        plain('/audit-logs', {
          ...ordered(random, AUDIT_LOG_COLUMNS),
          ...some(random, 0.4, () => ({ type: oneOf(random, AUDIT_TYPE_NAMES) })),
          ...some(random, 0.3, () => ({ user: words(random, filled) })),
          ...some(random, 0.2, () => ({ from: `202${whole(random, 1, 5)}-03-01` })),
          ...some(random, 0.2, () => ({ to: '2026-06-30' })),
        }),
      file: { path: '/audit-logs/export' },
    },
  ];
}

const DIRECTIONS = ['asc', 'desc'] as const;

function ordered(random: Random, columns: readonly string[]) {
  return { sortBy: oneOf(random, columns), sortOrder: oneOf(random, DIRECTIONS) };
}

function some<Given extends object>(random: Random, share: number, given: () => Given): Partial<Given> {
  return random() < share ? given() : {};
}

/** What somebody types: a word that is frequent, often only its beginning, sometimes two. */
function words(random: Random, { words: known }: SeededData): string {
  const word = skewed(random, known, 20);
  const typed = word.slice(0, whole(random, 2, 10));
  return random() < 0.2 ? `${typed} ${oneOf(random, known)}` : typed;
}

/** A list whose question stands in its address. */
function plain(path: string, asked: Readonly<Record<string, string>>): TimedPage {
  return {
    page: (page) => ({ path: `${path}?${new URLSearchParams({ ...asked, page: String(page) })}` }),
    total: ({ total }: { total: number }) => total,
  };
}

function locations(random: Random, filled: SeededData, filters = whole(random, 0, 4)): TimedPage {
  const query = random() < 0.3 ? words(random, filled) : '';
  const sort = { [oneOf(random, SORT_COLUMNS)]: oneOf(random, DIRECTIONS) };
  const all = Array.from({ length: filters }, () => condition(random, filled));
  return {
    page: (current) => ({
      path: '/admin/locations/search',
      body: { query, sort, filters: { all }, page: { current, size: TABLE_PAGE_SIZE } },
    }),
    total: ({ meta }: { meta: { page: { total_results: number } } }) => meta.page.total_results,
  };
}

function condition(random: Random, filled: SeededData): object {
  const { field, kind, options } = { options: undefined, ...oneOf(random, LIST_FILTERS) };
  if (kind === 'text') return { [field]: [words(random, filled)] };
  if (kind === 'range') return { [field]: { from: `202${whole(random, 1, 5)}-03-01`, to: '2026-06-30' } };
  if (kind === 'yes-no') return { [field]: [oneOf(random, ['true', 'false'])] };
  if (kind === 'yes-no-null') return { [field]: several(random, ['true', 'false', 'null']) };
  const values = (FACET_FIELDS as readonly string[]).includes(field)
    ? filled.options.filter((option) => option.field === field).map(({ name }) => name)
    : (options ?? []).map(({ value }) => value);
  return { [field]: several(random, values) };
}

/** One to three of these. */
function several<T>(random: Random, values: readonly T[]): T[] {
  return [...new Set(Array.from({ length: whole(random, 1, 3) }, () => skewed(random, values, 2)))];
}
