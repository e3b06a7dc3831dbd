import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { type PageOf, TABLE_SIZE } from '../../platform/http/paging.ts';
import { NOTIFICATION_TYPES, NOTIFICATION_TYPE_NAMES, type NotificationType } from './schema.ts';
import { SUBJECT_COLUMNS, SUBJECT_JOINS, type SubjectRow, subjectsOf } from '../subjects/queries.server.ts';
import { nameOf } from '../subjects/schema.ts';
import type { exportNotifications, notifications } from './contract.ts';
import type { Notification } from './list-schema.ts';

type Db = Kysely<Database>;
type Asked = z.output<typeof exportNotifications.input>;

/** A page of the notifications that a question finds. */
export async function notificationsPage(
  db: Db,
  { page, ...asked }: z.output<typeof notifications.input>,
): Promise<PageOf<Notification>> {
  const where = conditionOf(asked);
  const [data, count] = await Promise.all([
    rowsOf(
      db,
      sql`select id from notifications where ${where} order by ${orderOf(asked)}
          limit ${TABLE_SIZE} offset ${(page - 1) * TABLE_SIZE}`,
      orderOf(asked),
    ),
    sql<{ total: number }>`select count(*) as total from notifications where ${where}`.execute(db),
  ]);
  return { data, total: count.rows[0]?.total ?? 0, current_page: page, per_page: TABLE_SIZE };
}

/** How many nobody has read, of all or about something. */
export async function unreadTotal(db: Db, type: Asked['type']): Promise<number> {
  const where = conditionOf({ type, status: 'unread' });
  const { rows } = await sql<{ total: number }>`select count(*) as total from notifications where ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** @throws {ApiError} NOT_FOUND */
export async function notificationById(db: Db, id: number): Promise<Notification> {
  const [row] = await rowsOf(db, sql`select ${id}::bigint as id`, sql`e.id`);
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such notification.');
  return row;
}

/** What a file of notifications is headed with. */
export const NOTIFICATION_HEADINGS = ['Id', 'Type', 'About', 'By', 'Created At', 'Read At'];
const BATCH = 1_000;

/** The lines of a file of all notifications that a question finds, a batch at a time, each from where the one before ended. */
export async function* notificationsForExport(db: Db, asked: Asked): AsyncGenerator<Cell[][], void, void> {
  const order = orderOf(asked);
  const { column, further } = sortOf(asked);
  let rest: RawBuilder<unknown> = sql`true`;
  for (;;) {
    const found = sql`select id from notifications where ${conditionOf(asked)} and ${rest} order by ${order} limit ${BATCH}`;
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const rows = await rowsOf(db, found, order);
    yield rows.map(toCells);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    const value = column === 'id' ? last.id : last[column];
    rest = sql`(${sql.ref(column)}, id) ${further} (${value}, ${last.id})`;
  }
}

function toCells(row: Notification): Cell[] {
  const { id, type, user, created_at, read_at } = row;
  const { label, about } = NOTIFICATION_TYPES[type];
  const name = user && nameOf(user);
  const subject = about === 'user' ? name : row[about]?.title;
  return [id, label, subject, name, created_at, read_at];
}

/** The notifications with these ids, each with what it is about. */
async function rowsOf(db: Db, ids: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Notification[]> {
  const { rows } = await sql<SubjectRow & NotificationRow>`
    select e.id, e.type, e.read_at, e.created_at, ${SUBJECT_COLUMNS}
    from (select n.* from notifications n join (${ids}) found using (id)) e ${SUBJECT_JOINS}
    order by ${order}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    read_at: row.read_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    user_id: row.user_id,
    ...subjectsOf(row),
  }));
}

interface NotificationRow {
  readonly id: number;
  readonly type: NotificationType;
  readonly read_at: Date | null;
  readonly created_at: Date;
}

function conditionOf({ type, status }: Pick<Asked, 'type' | 'status'>): RawBuilder<boolean> {
  const types = NOTIFICATION_TYPE_NAMES.filter((name) => NOTIFICATION_TYPES[name].about === type);
  const ofType = type === undefined ? sql`true` : sql`type = any(${types})`;
  const inState = { read: sql`read_at is not null`, unread: sql`read_at is null` };
  return sql`${ofType} and ${status === undefined ? sql`true` : inState[status]}`;
}

function sortOf({ sortBy = 'id', sortOrder = 'desc' }: Asked) {
  const descends = sortOrder === 'desc';
  return { column: sortBy, direction: descends ? sql`desc` : sql`asc`, further: descends ? sql`<` : sql`>` };
}

function orderOf(asked: Asked): RawBuilder<unknown> {
  const { column, direction } = sortOf(asked);
  if (column === 'id') return sql`id ${direction}`;
  return sql`${sql.ref(column)} ${direction}, id ${direction}`;
}
