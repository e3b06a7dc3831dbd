import { isWithinDays } from '../../../platform/db/day-range.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  DAY_FILTERS,
  FLAG_FILTERS,
  type FlagFilter,
  NUMBER_FILTERS,
  type NumberFilter,
  type ListParams,
  type ListCondition,
  STATE_FILTERS,
  TEXT_FILTERS,
  type TextFilter,
} from './schema.ts';
import { FACET_FIELDS, type FacetField } from '../catalogue/schema.ts';

export type Condition = RawBuilder<boolean>;

/** The prefix of the words of each field in the column `words`, as in the migration. */
const FIELD_PREFIXES: Readonly<Record<TextFilter, string>> = {
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

/** Returns the condition for the rows of the list; undefined without filters. */
export async function toListFilter(
  db: Db,
  { query, filters }: Pick<ListParams, 'query' | 'filters'>,
): Promise<Condition | undefined> {
  const getIds = await findOptionIds(db, filters.all);
  const conditions = [
    ...toWordConditions(query, filters.all),
    ...filters.all.flatMap((condition) =>
      FACET_FIELDS.flatMap((field) =>
        condition[field] ? [sql<boolean>`option_ids && ${getIds(field, condition[field])}::int[]`] : [],
      ),
    ),
    ...filters.all.flatMap((condition) =>
      NUMBER_FILTERS.flatMap((field) => (condition[field] ? [withinNumbers(field, condition[field])] : [])),
    ),
    ...filters.all.flatMap(toColumnConditions),
  ];
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

function toColumnConditions(condition: ListCondition): Condition[] {
  return [
    ...STATE_FILTERS.flatMap((field) =>
      condition[field] ? [sql<boolean>`${sql.ref(field)} = any(${condition[field]}::text[])`] : [],
    ),
    ...(condition.empty ? [sql<boolean>`empty_fields && ${condition.empty}::text[]`] : []),
    ...FLAG_FILTERS.flatMap((field) => (condition[field] ? [toFlagCondition(field, condition[field])] : [])),
    ...DAY_FILTERS.flatMap((field) => (condition[field] ? isWithinDays(sql.ref(field), condition[field]) : [])),
  ];
}

/** Combines all words of the query and of text filters into one query of one index. */
function toWordConditions(query: string, conditions: readonly ListCondition[]): Condition[] {
  const queries = conditions.flatMap((condition) =>
    TEXT_FILTERS.flatMap((field) =>
      condition[field] ? [combineWithOr(condition[field].map((text) => toFieldQuery(field, text)))] : [],
    ),
  );
  if (query !== '') queries.unshift(sql`make_list_query('', ${query})`);
  return queries.length > 0 ? [sql`words @@ (${sql.join(queries, sql` && `)})`] : [];
}

/** Matches words by prefix. The outward code of a complete postcode must match exactly: PA1 9ZZ does not match PA10. */
function toFieldQuery(field: TextFilter, text: string): RawBuilder<unknown> {
  const prefix = FIELD_PREFIXES[field];
  const [, exact, rest] = (field === 'postcode' && /^(.*\S)\s+(\S+)$/.exec(text)) || [];
  if (exact === undefined) return sql`make_list_query(${prefix}, ${text})`;
  return sql`(make_list_query(${prefix}, ${rest}) && array_to_string(mark_list_words(${prefix}, ${exact}), ' & ')::tsquery)`;
}

function combineWithOr(queries: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql`(${sql.join(queries, sql` || `)})`;
}

function toFlagCondition(field: FlagFilter, flags: readonly string[]): Condition {
  const known = flags.filter((flag) => flag !== 'null');
  return sql`(${sql.ref(field)} = any(${known}::boolean[]) or (${flags.includes('null')} and ${sql.ref(field)} is null))`;
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

/** Returns a function that looks up the ids of options. With ids instead of a join, PostgreSQL can estimate how many locations have them. */
async function findOptionIds(
  db: Db,
  conditions: readonly ListCondition[],
): Promise<(field: FacetField, names: readonly string[]) => number[]> {
  if (!conditions.some((condition) => FACET_FIELDS.some((field) => condition[field]))) return () => [];
  const options = await db.selectFrom('options').select(['id', 'field', 'name']).execute();
  return (field, names) =>
    options.filter((option) => option.field === field && names.includes(option.name)).map(({ id }) => id);
}
