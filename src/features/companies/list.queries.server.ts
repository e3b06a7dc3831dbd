import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { isWithinDays } from '../../platform/db/day-range.ts';
import { splitWords } from '../accounts/administration/queries.server.ts';
import { KINDS, type Kind } from './kinds.ts';
import type { commonFilters } from './list-params.ts';

/** Entries that a search suggests: a search with more words finds the others. */
export const MAX_SUGGESTIONS = 10;

/** The filters that both lists have. */
export type ListFilters = z.output<z.ZodObject<typeof commonFilters>>;

const ORDER_COLUMNS = { name: 'e.name_folded', created_at: 'e.created_at', updated_at: 'e.updated_at' } as const;

/** The order of a list, of rows `e`. */
export function getOrder(params: {
  readonly sortBy?: keyof typeof ORDER_COLUMNS | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}): RawBuilder<unknown> {
  const { sortBy = 'name', sortOrder = 'asc' } = params;
  const direction = sql.raw(sortOrder);
  return sql`${sql.ref(ORDER_COLUMNS[sortBy])} ${direction}, e.id ${direction}`;
}

/** The conditions of the filters that both lists have, on rows `e`; at least one. */
export function toConditions(kind: Kind, { query, duplicates, from, to }: ListFilters): RawBuilder<boolean>[] {
  const isDuplicate = isLikelyDuplicate(kind);
  return [
    matchWords(kind, query),
    ...(duplicates === undefined ? [] : [duplicates ? isDuplicate : sql<boolean>`not ${isDuplicate}`]),
    ...isWithinDays(sql`e.updated_at`, { from, to }),
  ];
}

/** The columns that two entries for one company or person have in common. */
const KEY_COLUMNS = ['name_key', 'email_key', 'telephone_key'] as const;

/**
 * Whether row `e` has a value in common with another one, and nobody has decided that they are two. It reads each index once, however many
 * rows there are, and compares one by one only those with such decisions.
 */
function isLikelyDuplicate(kind: Kind): RawBuilder<boolean> {
  const several = KEY_COLUMNS.map((column) => {
    const key = sql.ref(column);
    const shared = sql`select ${key} from ${sql.table(kind)} where ${key} is not null group by ${key} having count(*) > 1`;
    return sql`coalesce(e.${key} in (${shared}), false)`;
  });
  const table = sql.table(KINDS[kind].different);
  return sql`((${sql.join(several, sql` or `)})
    and (e.id not in (select a_id from ${table} union all select b_id from ${table})
      or exists (select from ${sql.table(kind)} o where ${isLikelySame('o', 'e')} and not ${isDifferent(kind, 'o', 'e')})))`;
}

/** Whether somebody has decided that two rows are two companies or people. */
export function isDifferent(kind: Kind, a: string, b: string): RawBuilder<boolean> {
  const [first, second] = [sql.ref(`${a}.id`), sql.ref(`${b}.id`)];
  return sql`exists (
    select from ${sql.table(KINDS[kind].different)} d
    where d.a_id = least(${first}, ${second}) and d.b_id = greatest(${first}, ${second}))`;
}

/** Whether two rows may be one company or person: the same name, email address or telephone number. */
export function isLikelySame(a: string, b: string): RawBuilder<boolean> {
  const equal = KEY_COLUMNS.map((column) => sql`${sql.ref(`${a}.${column}`)} = ${sql.ref(`${b}.${column}`)}`);
  return sql`(${sql.ref(`${a}.id`)} <> ${sql.ref(`${b}.id`)} and (${sql.join(equal, sql` or `)}))`;
}

/**
 * Whether rows `e` match a search: each word begins a word of the name or of the email address, or for people of the name of their company.
 * A telephone number matches as a whole.
 */
export function matchWords(kind: Kind, query: string): RawBuilder<boolean> {
  const words = splitWords(query).map((word) => {
    const terms = ['n', 'e'].map((field) => `'${field}/${word}':*`).join(' | ');
    const matches = sql<boolean>`e.words @@ ${terms}::tsquery`;
    if (kind === 'companies') return matches;
    return sql<boolean>`(${matches} or e.company_id in (select c.id from companies c where c.words @@ ${terms}::tsquery))`;
  });
  if (words.length === 0) return sql`true`;
  const all = sql<boolean>`(${sql.join(words, sql` and `)})`;
  return /^[\d\s+().-]+$/.test(query) ? sql`(${all} or e.telephone_key = fold_telephone(${query}))` : all;
}
