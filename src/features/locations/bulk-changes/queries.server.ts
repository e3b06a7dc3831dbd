import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../../platform/text/csv.ts';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { can } from '../../accounts/permissions.ts';
import { toPerson } from '../../entry-subjects/queries.server.ts';
import { getDisplayTitle } from '../catalogue/display-title.ts';
import { countMails } from './mailed-owners.queries.server.ts';
import { BULK_CHANGE_NOT_FOUND } from './messages.ts';
import type { Caller } from '../working-copy/policy.ts';
import type { bulkChanges, bulkItems } from './contract.ts';
import {
  type BulkChange,
  type BulkChangeDetails,
  type BulkItem,
  ITEM_STATE_LABELS,
  type ItemState,
  LEFT_OUT_REASONS,
  type Reason,
  type StoredAction,
  UNDOABLE_STATES,
  countUndoable,
  formatReason,
  storedAction,
} from './schema.ts';

/** The condition for the changes that a user may see: all, or their own if their permission is limited. */
export function toVisible(caller: Caller) {
  return can(caller, 'location.change-many', 'any')
    ? sql<boolean>`true`
    : sql<boolean>`bulk_changes.created_by = ${caller.id}`;
}

/** SQL: the state of item `i`, as people read it. */
const ITEM_STATE = sql<ItemState>`case when i.state = 'CHANGED' and i.is_new then 'NEW'
  when i.state = 'REFUSED' and i.reason = any(${LEFT_OUT_REASONS}::text[]) then 'LEFT_OUT' else i.state end`;

function selectChanges(db: Db, caller: Caller) {
  return db
    .selectFrom('bulk_changes')
    .leftJoin('users as creator', 'creator.id', 'created_by')
    .leftJoin('users as undoer', 'undoer.id', 'undone_by')
    .where(toVisible(caller))
    .select([
      'bulk_changes.id',
      'state',
      'action',
      'bulk_changes.created_at',
      'started_at',
      'finished_at',
      'undo_until',
      'undone_at',
    ])
    .select(['created_by', 'creator.first_name', 'creator.last_name', 'creator.enabled_at'])
    .select(['undone_by', 'undoer.first_name as undoer_first', 'undoer.last_name as undoer_last'])
    .select('undoer.enabled_at as undoer_enabled')
    .select(
      sql<Partial<Record<ItemState, number>>>`(
        select coalesce(jsonb_object_agg(state, n), '{}') from (
          select ${ITEM_STATE} as state, count(*) as n from bulk_change_items i where bulk_change_id = bulk_changes.id group by 1) counted)`.as(
        'counts',
      ),
    );
}

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>['execute']>>[number];

function toBulkChange(row: ChangeRow): BulkChange {
  const { id, state, created_by, undone_by, undoer_first, undoer_last, undoer_enabled, counts } = row;
  const undoer = { id: undone_by, first_name: undoer_first, last_name: undoer_last, enabled_at: undoer_enabled };
  return {
    id,
    state,
    action: storedAction.parse(row.action),
    created_by: toPerson({ ...row, id: created_by }),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    undo_until: row.undo_until?.toISOString() ?? null,
    undone_by: toPerson(undoer),
    undone_at: row.undone_at?.toISOString() ?? null,
    counts: { ...NO_COUNTS, ...counts },
  };
}

const NO_COUNTS: Readonly<Record<ItemState, number>> = {
  PENDING: 0,
  SAME: 0,
  REFUSED: 0,
  LEFT_OUT: 0,
  NEW: 0,
  CHANGED: 0,
  SKIPPED: 0,
  UNDONE: 0,
  KEPT: 0,
};

/** A page of the changes that were started, the latest first. */
export async function listChanges(
  db: Db,
  caller: Caller,
  { page, sortOrder = 'desc' }: z.output<typeof bulkChanges.input>,
): Promise<Paged<BulkChange>> {
  const { total } = await db
    .selectFrom('bulk_changes')
    .where(toVisible(caller))
    .where('state', '<>', 'PREVIEW')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectChanges(db, caller)
    .where('state', '<>', 'PREVIEW')
    .orderBy('bulk_changes.created_at', sortOrder)
    .orderBy('bulk_changes.id', sortOrder)
    .limit(TABLE_PAGE_SIZE)
    .offset((page - 1) * TABLE_PAGE_SIZE)
    .execute();
  return { data: rows.map(toBulkChange), total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** @throws {ApiError} NOT_FOUND */
export async function getChange(
  db: Db,
  caller: Caller,
  { id }: { readonly id: string },
  { at }: { readonly at: Date },
): Promise<BulkChangeDetails> {
  const row = await selectChanges(db, caller).where('bulk_changes.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', BULK_CHANGE_NOT_FOUND);
  const change = toBulkChange(row);
  const { rows: reasons } = await sql<{ reason: Reason; count: number }>`
    select reason, count(*) as count from bulk_change_items where bulk_change_id = ${id} and state in ('REFUSED', 'KEPT')
    group by reason order by count desc, reason`.execute(db);
  // Once it runs, its emails are sent at the end.
  const mails = change.state === 'PREVIEW' ? await countMails(db, change, 'PENDING') : 0;
  const unsubmitted =
    change.state === 'PREVIEW' && change.action.kind === 'publish' ? await countUnsubmitted(db, id) : 0;
  const isInTime = row.undo_until !== null && at < row.undo_until;
  const can_undo = isInTime && UNDOABLE_STATES.has(change.state) && countUndoable(change.counts) > 0;
  return { ...change, reasons, mails, unsubmitted, can_undo };
}

/** SQL: whether the owner of location `l` has changed it since it was last published, without submitting it. */
const IS_UNSUBMITTED = sql<boolean>`(l.location_status = 'DRAFT' and exists (
  select from location_revisions changed
  where changed.location_id = l.id and changed.author_id = l.owner_id and changed.action in ('CREATED', 'CHANGED', 'RESTORED')
    and not exists (
      select from location_revisions published
      where published.location_id = l.id and published.action = 'PUBLISHED' and published.number > changed.number)))`;

async function countUnsubmitted(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from bulk_change_items i join locations l on l.id = i.location_id
    where i.bulk_change_id = ${id} and i.state = 'PENDING' and ${IS_UNSUBMITTED}`.execute(db);
  return rows[0]!.total;
}

interface ItemRow extends Omit<BulkItem, 'note'> {
  readonly detail: string | null;
  readonly preview: string | null;
}

/** SQL: what a change would replace of location `l`, or publish without its owner's submission; null for nothing. */
function selectPreview(action: StoredAction): RawBuilder<string | null> {
  const owner = sql`(select first_name || ' ' || last_name from users where users.id = l.owner_id)`;
  if (action.kind === 'owner') return sql`'Now: ' || ${owner} || '.'`;
  if (action.kind === 'publish')
    return sql`case when ${IS_UNSUBMITTED} then 'Includes what ' || ${owner} || ' has not submitted.' end`;
  if (action.kind !== 'set') return sql`null`;
  return sql`(
    select 'Now: ' || string_agg(o.name, ', ' order by o.position, o.id) || '.'
    from location_options lo join options o on o.id = lo.option_id where lo.location_id = l.id and lo.field = ${action.field})`;
}

/** SQL: items of a change, by title. The title is the present one, unless the location is deleted. */
function selectItems({ action }: BulkChange, items: RawBuilder<unknown>, order: 'asc' | 'desc' = 'asc') {
  return sql<ItemRow>`
    select i.location_id, coalesce(l.title, i.title) as title, ${ITEM_STATE} as state, i.reason, i.detail, l.id is not null as exists, i.line,
      case when i.state = 'PENDING' then ${selectPreview(action)} end as preview,
      case when i.state in ('CHANGED', 'UNDONE', 'KEPT') then i.revision end as revision
    from (${items}) i left join locations l on l.id = i.location_id
    order by i.position ${sql.raw(order)}`;
}

function whereItems(id: string, state: ItemState | undefined) {
  return sql`bulk_change_id = ${id} and ${state === undefined ? sql`true` : isInState(state)}`;
}

/** The same as `ITEM_STATE` says, by the index. */
function isInState(state: ItemState) {
  if (state === 'NEW') return sql`state = 'CHANGED' and is_new`;
  if (state === 'CHANGED') return sql`state = 'CHANGED' and not is_new`;
  const isLeftOut = sql`reason = any(${LEFT_OUT_REASONS}::text[])`;
  if (state === 'LEFT_OUT') return sql`state = 'REFUSED' and ${isLeftOut}`;
  return state === 'REFUSED' ? sql`state = 'REFUSED' and not ${isLeftOut}` : sql`state = ${state}`;
}

function toItem({ detail, preview, ...item }: ItemRow): BulkItem {
  return {
    ...item,
    title: getDisplayTitle(item.title),
    note: item.reason === null ? (preview ?? '') : formatReason(item.reason, detail),
  };
}

/** A page of the locations of a change. @throws {ApiError} NOT_FOUND */
export async function listItems(
  db: Db,
  caller: Caller,
  { id, page, state, sortOrder }: z.output<typeof bulkItems.input>,
): Promise<Paged<BulkItem>> {
  const change = await getBulkChange(db, caller, id);
  const { counts } = change;
  const total = state === undefined ? sum(Object.values(counts)) : counts[state];
  // The page is found in the index alone: skipping rows of the table with their locations took most of the time of a late page.
  const { rows } = await selectItems(
    change,
    sql`
      select item.* from (
        select position from bulk_change_items where ${whereItems(id, state)}
        order by position ${sql.raw(sortOrder ?? 'asc')} limit ${TABLE_PAGE_SIZE} offset ${(page - 1) * TABLE_PAGE_SIZE}) page
      join bulk_change_items item on item.bulk_change_id = ${id} and item.position = page.position`,
    sortOrder,
  ).execute(db);
  return { data: rows.map(toItem), total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

async function getBulkChange(db: Db, caller: Caller, id: string): Promise<BulkChange> {
  const row = await selectChanges(db, caller).where('bulk_changes.id', '=', id).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND', BULK_CHANGE_NOT_FOUND);
  return toBulkChange(row);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

export const REPORT_HEADINGS = ['Id', 'Title', 'Result', 'Note', 'Page', 'Line of the file'];

/** The CSV rows of the report. @throws {ApiError} NOT_FOUND */
export async function exportItems(
  db: Db,
  caller: Caller,
  { id, state }: { id: string; state?: ItemState | undefined },
  { siteUrl }: { readonly siteUrl: string },
): Promise<AsyncGenerator<Cell[][], void, void>> {
  const change = await getBulkChange(db, caller, id);
  return readByCursor(
    db,
    () => selectItems(change, sql`select * from bulk_change_items where ${whereItems(id, state)}`),
    async (_snapshot, rows) =>
      rows
        .map(toItem)
        .map((item) => [
          item.location_id,
          item.title,
          ITEM_STATE_LABELS[item.state],
          item.note,
          item.exists ? `${siteUrl}/admin/locations/${item.location_id}` : null,
          item.line,
        ]),
  );
}
