import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../platform/text/csv.ts';
import { readByCursor } from '../../platform/db/cursor.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { SUBJECT_COLUMNS, SUBJECT_JOINS, type SubjectRow, toSubjects } from '../entry-subjects/queries.server.ts';
import { formatPerson } from '../entry-subjects/schema.ts';
import type { exportNotifications, notifications } from './contract.ts';
import type { Notification } from './schema.ts';
import { NOTIFICATION_TYPES, NOTIFICATION_TYPE_NAMES, type NotificationType } from './notification-types.ts';
import { NO_SUCH_NOTIFICATION } from './messages.ts';

type Params = z.output<typeof exportNotifications.input>;

/** Lists a page of the matching notifications. */
export async function listNotifications(
  db: Db,
  { page, ...params }: z.output<typeof notifications.input>,
): Promise<Paged<Notification>> {
  const offset = (page - 1) * TABLE_PAGE_SIZE;
  const [{ rows }, total] = await Promise.all([
    sql<{ id: number }>`${selectIds(params)} limit ${TABLE_PAGE_SIZE} offset ${offset}`.execute(db),
    countNotifications(db, params),
  ]);
  return { data: await getNotificationsByIds(db, rows), total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** Counts the matching notifications. */
export async function countNotifications(db: Db, params: Pick<Params, 'type' | 'status'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from notifications where ${toCondition(params)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns a notification. @throws {ApiError} NOT_FOUND */
export async function getNotification(db: Db, id: number): Promise<Notification> {
  const [found] = await getNotificationsByIds(db, [{ id }]);
  if (!found) throw new ApiError('NOT_FOUND', NO_SUCH_NOTIFICATION);
  return found;
}

export const EXPORT_HEADINGS = ['Id', 'Type', 'About', 'By', 'Created At', 'Read At'];

/** The CSV rows of all notifications that match. */
export function exportRows(db: Db, params: Params): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(params),
    async (snapshot, rows) => (await getNotificationsByIds(snapshot, rows)).map(toCells),
  );
}

function toCells(row: Notification): Cell[] {
  const { id, type, user, created_at, read_at } = row;
  const { label, about } = NOTIFICATION_TYPES[type];
  const name = user && formatPerson(user);
  const subject = about === 'user' ? name : row[about]?.title;
  return [id, label, subject, name, created_at, read_at];
}

/** Returns the notifications with these ids in this order. */
async function getNotificationsByIds(db: Db, ids: readonly { readonly id: number }[]): Promise<Notification[]> {
  const { rows } = await sql<SubjectRow & NotificationRow>`
    select e.id, e.type, e.read_at, e.created_at, ${SUBJECT_COLUMNS}
    from unnest(${ids.map(({ id }) => id)}::bigint[]) with ordinality wanted (id, position)
    join notifications e using (id) ${SUBJECT_JOINS}
    order by wanted.position`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    user_id: row.user_id,
    ...toSubjects(row),
  }));
}

interface NotificationRow {
  readonly id: number;
  readonly type: NotificationType;
  readonly read_at: Date | null;
  readonly created_at: Date;
}

function toCondition({ type, status }: Pick<Params, 'type' | 'status'>): RawBuilder<boolean> {
  const types = NOTIFICATION_TYPE_NAMES.filter((name) => name === type || NOTIFICATION_TYPES[name].about === type);
  const ofType = type === undefined ? sql`true` : sql`type = any(${types})`;
  const inState = { read: sql`read_at is not null`, unread: sql`read_at is null` };
  return sql`${ofType} and ${status === undefined ? sql`true` : inState[status]}`;
}

/** Selects the ids of all matching notifications in the requested order. */
function selectIds(params: Params): RawBuilder<{ id: number }> {
  const { sortBy = 'id', sortOrder = 'desc' } = params;
  const direction = sql.raw(sortOrder);
  return sql`
    select id from notifications where ${toCondition(params)}
    order by ${sql.ref(sortBy)} ${direction}, id ${direction}`;
}
