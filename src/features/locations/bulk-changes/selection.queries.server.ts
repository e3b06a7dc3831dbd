import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import { type Condition, toListFilter } from '../admin-list/filters.queries.server.ts';
import { getAreaFilter } from '../working-copy/area.queries.server.ts';
import type { Caller } from '../working-copy/policy.ts';
import type { Selection } from './schema.ts';

/**
 * The condition for the rows of the list that a user may act on. Every selection passes through it, and every batch of a change again: a
 * role that is limited to an area is limited here.
 */
export function toActionable(caller: Caller): Condition {
  return getAreaFilter(caller, 'location.administer') ?? sql<boolean>`true`;
}

/** The condition for the rows of the list that are selected and that the user may act on. */
export async function toSelectionFilter(db: Db, caller: Caller, selection: Selection): Promise<Condition> {
  const actionable = toActionable(caller);
  if ('ids' in selection) return sql<boolean>`id = any(${selection.ids}::uuid[]) and ${actionable}`;
  const matching = (await toListFilter(db, selection.matching)) ?? sql<boolean>`true`;
  return sql<boolean>`${matching} and id <> all(${selection.except}::uuid[]) and ${actionable}`;
}
