import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../platform/csv.ts';
import type { Database } from '../../platform/db/tables.ts';
import { type PageOf, TABLE_SIZE } from '../../platform/http/paging.ts';
import { AUDIT_TYPES } from './schema.ts';
import { SUBJECT_COLUMNS, SUBJECT_JOINS, type SubjectRow, personOf, subjectsOf } from '../subjects/queries.server.ts';
import type { auditLogs, exportAuditLogs } from './contract.ts';
import { nameOf } from '../subjects/schema.ts';
import { type Roll, type Rolls, idsOfStretches, stretchesOf } from './roll.queries.server.ts';
import { type TrailEntry, labelOf } from './list-schema.ts';
import type { Totals } from './total.queries.server.ts';

/** Where the trail is read: the database, and what this node has counted already. */
export interface TrailSource {
  readonly db: Kysely<Database>;
  readonly totals: Totals;
  readonly rolls: Rolls;
}

type Asked = z.output<typeof exportAuditLogs.input>;

/** A page of the entries that a question finds. */
export async function trailPage(
  source: TrailSource,
  { page, ...asked }: z.output<typeof auditLogs.input>,
): Promise<PageOf<TrailEntry>> {
  const { db } = source;
  const total = await totalOf(source, asked);
  const from = Math.min((page - 1) * TABLE_SIZE, total);
  const part = { from, size: Math.min(TABLE_SIZE, total - from), total };
  const ids = asked.sortBy === 'user' ? await idsByName(source, asked, part) : await idsByColumn(db, asked, part);
  return { data: await entriesOf(db, ids), total, current_page: page, per_page: TABLE_SIZE };
}

/** A part of a list: so many entries from the one at `from`, of `total`. */
interface Part {
  readonly from: number;
  readonly size: number;
  readonly total: number;
}

function totalOf({ db, totals }: TrailSource, asked: Asked): Promise<number> {
  return totals.get(db, conditionOf(asked), questionOf(asked));
}

/** Walks to a part from the end that is nearer. */
async function idsByColumn(db: Kysely<Database>, asked: Asked, { from, size, total }: Part): Promise<number[]> {
  const behind = total - from - size;
  const isNearEnd = behind < from;
  const { rows } = await sql<{ id: number }>`
    select id from audit_logs where ${conditionOf(asked)}
    order by ${orderOf(asked, isNearEnd)} limit ${size} offset ${isNearEnd ? behind : from}`.execute(db);
  const ids = rows.map(({ id }) => id);
  return isNearEnd ? ids.toReversed() : ids;
}

async function idsByName(source: TrailSource, asked: Asked, part: Part): Promise<number[]> {
  return idsOnRoll(source.db, await rollOf(source, asked, part.total), asked, part);
}

function rollOf({ db, rolls }: TrailSource, asked: Asked, total: number): Promise<Roll> {
  return rolls.get(db, conditionOf(asked), questionOf(asked), total);
}

async function idsOnRoll(
  db: Kysely<Database>,
  roll: Roll,
  asked: Asked,
  { from, size, total }: Part,
): Promise<number[]> {
  const descends = asked.sortOrder === 'desc';
  // Backwards, the last one is first.
  const first = descends ? total - from - size : from;
  const ids = await idsOfStretches(db, conditionOf(asked), stretchesOf(roll, first, size));
  return descends ? ids.toReversed() : ids;
}

/** Entries with what they are about, in the order of their ids. */
async function entriesOf(db: Kysely<Database>, ids: readonly number[]): Promise<TrailEntry[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<SubjectRow & EntryRow>`
    select e.id, e.type, e.created_at, e.details, ${SUBJECT_COLUMNS},
      c.id as concerned_id, c.first_name as concerned_first, c.last_name as concerned_last, c.enabled_at as concerned_at
    from unnest(${ids}::bigint[]) with ordinality found (id, place) join audit_logs e using (id) ${SUBJECT_JOINS}
    left join users c on c.id = (case when e.type = ${AUDIT_TYPES.OWNERSHIP_CHANGED.number} then e.details->>'to'
      else e.details->>'userId' end)::uuid
    order by found.place`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    created_at: row.created_at.toISOString(),
    user_id: row.user_id,
    ...subjectsOf(row),
    concerned: personOf({
      ...{ id: row.concerned_id, first_name: row.concerned_first, last_name: row.concerned_last },
      enabled_at: row.concerned_at,
    }),
    note: noteOf(row.details),
  }));
}

interface EntryRow {
  readonly id: number;
  readonly type: number;
  readonly created_at: Date;
  readonly details: Readonly<Record<string, unknown>>;
  readonly concerned_id: string | null;
  readonly concerned_first: string | null;
  readonly concerned_last: string | null;
  readonly concerned_at: Date | null;
}

/** What people understand of the details of an entry; ids are for who looks into the database. */
function noteOf({ on, ...details }: EntryRow['details']): string {
  if (typeof on === 'boolean') return on ? 'Begun' : 'Ended';
  const said = ['fields', 'title', 'name', 'kind', 'queue', 'file', 'field', 'added', 'renamed', 'deleted'];
  return said.flatMap((key) => (typeof details[key] === 'string' ? [details[key]] : [])).join(': ');
}

/** What a file of the trail is headed with. */
export const TRAIL_HEADINGS = ['Id', 'User', 'Type', 'Date', 'Location', 'Board', 'Account', 'Note'];
const BATCH = 1_000;

/** The lines of a file of all entries that a question finds, a batch at a time. */
export async function* trailForExport(source: TrailSource, asked: Asked): AsyncGenerator<Cell[][], void, void> {
  const batches = asked.sortBy === 'user' ? allByName(source, asked) : allByColumn(source.db, asked);
  for await (const ids of batches) yield (await entriesOf(source.db, ids)).map(toCells);
}

function toCells({ id, user_id, user, type, created_at, location, board, concerned, ...about }: TrailEntry): Cell[] {
  const subject = [location?.title || about.location_id, board?.title ?? about.board_id];
  const account = concerned && nameOf(concerned);
  return [id, user ? nameOf(user) : user_id, labelOf(type), created_at, ...subject, account, about.note];
}

/** Each batch goes on where the one before has ended. */
async function* allByColumn(db: Kysely<Database>, asked: Asked): AsyncGenerator<number[], void, void> {
  const { columns, direction } = sortOf(asked);
  const further = direction === 'asc' ? sql`>` : sql`<`;
  let rest: RawBuilder<unknown> = sql`true`;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- each begins where the one before ended
    const { rows } = await sql<{ id: number; type: number; moment: string }>`
      select id, type, created_at::text as moment from audit_logs where ${conditionOf(asked)} and ${rest}
      order by ${orderOf(asked)} limit ${BATCH}`.execute(db);
    yield rows.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    // As text, since a moment of JavaScript is less exact than one of the database.
    const values = { id: sql`${last.id}`, type: sql`${last.type}`, created_at: sql`${last.moment}::timestamptz` };
    rest = sql`(${sql.join(columns.map((column) => sql.ref(column)))}) ${further} (${sql.join(columns.map((column) => values[column]))})`;
  }
}

async function* allByName(source: TrailSource, asked: Asked): AsyncGenerator<number[], void, void> {
  // The same roll from beginning to end: what is written meanwhile would move all that is behind it.
  const roll = await rollOf(source, asked, await totalOf(source, asked));
  const total = roll.ends.at(-1) ?? 0;
  for (let from = 0; from < total; from += BATCH)
    // oxlint-disable-next-line no-await-in-loop -- as fast as they are taken
    yield await idsOnRoll(source.db, roll, asked, { from, size: Math.min(BATCH, total - from), total });
}

function filtersOf({ type, user, from, to }: Asked) {
  return { type, user, from, to };
}

/** What a question is known by, in whatever order its answer is wanted. */
function questionOf(asked: Asked): string {
  return JSON.stringify(filtersOf(asked));
}

function conditionOf(asked: Asked): RawBuilder<boolean> {
  const { type, user, from, to } = filtersOf(asked);
  const conditions = [
    ...(type ? [sql`type = ${AUDIT_TYPES[type].number}`] : []),
    ...(from ? [sql`created_at >= ${from}::date::timestamp at time zone 'Europe/London'`] : []),
    ...(to ? [sql`created_at < (${to}::date + 1)::timestamp at time zone 'Europe/London'`] : []),
    ...(user ? [sql`user_id in (${usersNamed(user)})`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whose name has these words, as the beginnings of its own; those who have no account any more as well. */
function usersNamed(words: string): RawBuilder<unknown> {
  const begins = words.split(/\s+/).map((word) => {
    const literal = word.replace(/[\\%_]/g, String.raw`\$&`);
    return sql`' ' || name_folded like '% ' || fold_text(${literal}) || '%'`;
  });
  return sql`select id from users where ${sql.join(begins, sql` and `)}`;
}

const SORTS = { id: ['id'], type: ['type', 'id'], created_at: ['created_at', 'id'] } as const;

function sortOf({ sortBy = 'id', sortOrder = 'desc' }: Asked) {
  return { columns: SORTS[sortBy === 'user' ? 'id' : sortBy], direction: sortOrder };
}

function orderOf(asked: Asked, reversed = false): RawBuilder<unknown> {
  const { columns, direction } = sortOf(asked);
  const keyword = (direction === 'asc') === reversed ? sql`desc` : sql`asc`;
  return sql.join(columns.map((column) => sql`${sql.ref(column)} ${keyword}`));
}
