import type { Db } from '../../../../platform/db/transaction.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  DAY_FILTERS,
  type DayFilter,
  FLAG_FILTERS,
  type FlagFilter,
  NUMBER_FILTERS,
  type NumberFilter,
  type ListParams,
  type ListCondition,
  STATE_FILTERS,
  TEXT_FILTERS,
  type TextFilter,
} from '../schema.ts';
import { FACET_FIELDS, type FacetField } from '../../schema.ts';

type Condition = RawBuilder<boolean>;

/** The marks that the words of each field stand behind, as the migration of the list has them. */
const FIELD_WEIGHTS: Readonly<Record<TextFilter, string>> = {
  address1: 'A',
  address2: 'B',
  address3: 'C',
  address4: 'D',
  postcode: 'P',
  nearesttown: 'T',
  ownername: 'N',
  locationidentifier: 'I',
  owner: 'O',
  primarycontact: 'M',
  contactfirstname: 'F',
  contactlastname: 'L',
  contactemail: 'E',
};

/** What holds of the rows of the list that fit. */
export interface ListFilter {
  readonly where: Condition;
  /** Whether the indexes of all orders hold what is asked for, so that no row has to be read. */
  readonly isInIndexes: boolean;
}

/** Which rows of the list fit; undefined where all do. */
export async function toListFilter(
  db: Db,
  { query, filters }: Pick<ListParams, 'query' | 'filters'>,
): Promise<ListFilter | undefined> {
  const getIds = await findOptionIds(db, filters.all);
  const inRows = [
    ...toWordConditions(query, filters.all),
    ...filters.all.flatMap((one) =>
      FACET_FIELDS.flatMap((field) =>
        one[field] ? [sql<boolean>`option_ids && ${getIds(field, one[field])}::int[]`] : [],
      ),
    ),
    ...filters.all.flatMap((one) =>
      NUMBER_FILTERS.flatMap((field) => (one[field] ? [withinNumbers(field, one[field])] : [])),
    ),
  ];
  const all = [...inRows, ...filters.all.flatMap(toIndexConditions)];
  if (all.length === 0) return undefined;
  return { where: sql<boolean>`${sql.join(all, sql` and `)}`, isInIndexes: inRows.length === 0 };
}

function toIndexConditions(one: ListCondition): Condition[] {
  return [
    ...STATE_FILTERS.flatMap((field) =>
      one[field] ? [sql<boolean>`${sql.ref(field)} = any(${one[field]}::text[])`] : [],
    ),
    ...FLAG_FILTERS.flatMap((field) => (one[field] ? [toFlagCondition(field, one[field])] : [])),
    ...DAY_FILTERS.flatMap((field) => (one[field] ? toDayConditions(field, one[field]) : [])),
  ];
}

/** All that is asked for by words is one question to one index. */
function toWordConditions(query: string, all: readonly ListCondition[]): Condition[] {
  const wanted = all.flatMap((one) =>
    TEXT_FILTERS.flatMap((field) =>
      one[field] ? [eitherOf(one[field].map((text) => toFieldQuery(field, text)))] : [],
    ),
  );
  if (query !== '') wanted.unshift(sql`make_list_query('', ${query})`);
  return wanted.length > 0 ? [sql`words @@ (${sql.join(wanted, sql` && `)})`] : [];
}

/** Each word is the beginning of one in the field. Of a postcode, what another part follows is whole: PA1 9ZZ is not in PA10. */
function toFieldQuery(field: TextFilter, text: string): RawBuilder<unknown> {
  const mark = FIELD_WEIGHTS[field];
  const [, whole, rest] = (field === 'postcode' && /^(.*\S)\s+(\S+)$/.exec(text)) || [];
  if (whole === undefined) return sql`make_list_query(${mark}, ${text})`;
  return sql`(make_list_query(${mark}, ${rest}) && (
    select coalesce(string_agg(quote_literal(${mark}::text || word), ' & '), '')::tsquery from unnest(split_list_words(${whole})) word))`;
}

function eitherOf(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(queries, sql` || `)})`;
}

function toFlagCondition(field: FlagFilter, flags: readonly string[]): Condition {
  const known = flags.filter((flag) => flag !== 'null');
  return sql`(${sql.ref(field)} = any(${known}::boolean[]) or (${flags.includes('null')} and ${sql.ref(field)} is null))`;
}

/** Days begin and end where the Locations Team lives. */
function toDayConditions(
  field: DayFilter,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Condition[] {
  const column = sql.ref(field);
  return [
    ...(from ? [sql<boolean>`${column} >= ${from}::timestamp at time zone 'Europe/London'`] : []),
    ...(to ? [sql<boolean>`${column} < (${to}::timestamp + interval '1 day') at time zone 'Europe/London'`] : []),
  ];
}

function withinNumbers(
  field: NumberFilter,
  { min, max }: { min?: number | undefined; max?: number | undefined },
): Condition {
  const column = sql.ref(field);
  const ends = [
    ...(min === undefined ? [] : [sql`${column} >= ${min}`]),
    ...(max === undefined ? [] : [sql`${column} <= ${max}`]),
  ];
  return sql<boolean>`id in (select id from locations where ${sql.join(ends, sql` and `)})`;
}

/** The numbers of the options that are named, so that the database knows how many locations have them; none for an unknown name. */
async function findOptionIds(
  db: Db,
  all: readonly ListCondition[],
): Promise<(field: FacetField, names: readonly string[]) => number[]> {
  if (!all.some((one) => FACET_FIELDS.some((field) => one[field]))) return () => [];
  const options = await db.selectFrom('options').select(['id', 'field', 'name']).execute();
  return (field, names) =>
    options.filter((option) => option.field === field && names.includes(option.name)).map(({ id }) => id);
}
