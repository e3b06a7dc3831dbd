import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { StoredAction } from './schema.ts';

export type MailedKind = 'publish' | 'unpublish' | 'assigned' | 'removed';
type ItemState = 'PENDING' | 'CHANGED' | 'UNDONE';

/** SQL: the locations of a change that owners are told about, each with an owner. */
export function selectMailed(
  { id, action }: { id: string; action: StoredAction },
  kind: MailedKind,
  state: ItemState,
): RawBuilder<unknown> {
  const former = state === 'PENDING' ? sql`l.owner_id` : sql`(i.before->>'owner_id')::uuid`;
  const owner = {
    publish: sql`l.owner_id`,
    unpublish: sql`l.owner_id`,
    removed: former,
    assigned: action.kind === 'owner' ? sql`${action.userId}::uuid` : sql`null::uuid`,
  }[kind];
  return sql`
    select ${owner} as owner_id, i.title, i.position from bulk_change_items i join locations l on l.id = i.location_id
    where i.bulk_change_id = ${id} and i.state = ${state} and ${owner} is not null`;
}

/** The kinds of emails that owners get about an action. */
export function getMailedKinds({ kind }: StoredAction): readonly MailedKind[] {
  if (kind === 'owner') return ['removed', 'assigned'];
  return kind === 'publish' || kind === 'unpublish' ? [kind] : [];
}

/** SQL: accounts that get emails. */
export const CAN_GET_MAILS = sql`u.email is not null and u.email_verified_at is not null and u.enabled_at is not null`;

/** Counts the owners who get an email about a change. */
export async function countMails(
  db: Db,
  change: { id: string; action: StoredAction },
  state: ItemState,
): Promise<number> {
  const kinds = getMailedKinds(change.action);
  if (kinds.length === 0) return 0;
  const mailed = kinds.map((kind) => sql`select owner_id from (${selectMailed(change, kind, state)}) mailed`);
  const { rows } = await sql<{ count: number }>`
    select count(distinct owner_id) as count from (${sql.join(mailed, sql` union all `)}) m
    join users u on u.id = m.owner_id where ${CAN_GET_MAILS}`.execute(db);
  return rows[0]?.count ?? 0;
}
