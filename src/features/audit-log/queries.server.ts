import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { Cell } from '../../platform/text/csv.ts';
import { readByCursor } from '../../platform/db/cursor.ts';
import { isWithinDays } from '../../platform/db/day-range.ts';
import { escapeLike } from '../../platform/db/like-patterns.ts';
import type { Db } from '../../platform/db/transaction.ts';
import { type Paged, TABLE_PAGE_SIZE, getPageRange } from '../../platform/http/paging.ts';
import {
  SUBJECT_COLUMNS,
  SUBJECT_JOINS,
  type SubjectRow,
  toPerson,
  toSubjects,
} from '../entry-subjects/queries.server.ts';
import { formatPerson } from '../entry-subjects/schema.ts';
import type { auditLogs, exportAuditLogs } from './contract.ts';
import { AUDIT_TYPES, REFUSAL_NOTES, getAuditTypeLabel } from './entry-types.ts';
import type { AuditLogEntry } from './schema.ts';

type Params = z.output<typeof exportAuditLogs.input>;

/** Lists a page of the matching entries. */
export async function listEntries(
  db: Db,
  { page, ...params }: z.output<typeof auditLogs.input>,
): Promise<Paged<AuditLogEntry>> {
  const total = await countEntries(db, params);
  const { offset, limit, isReversed } = getPageRange(page, total);
  const { sortOrder = 'desc' } = params;
  const { rows } = await sql<{ id: number }>`
    ${selectIds({ ...params, sortOrder: isReversed ? REVERSED[sortOrder] : sortOrder })}
    limit ${limit} offset ${offset}`.execute(db);
  const data = await getEntriesByIds(db, isReversed ? rows.toReversed() : rows);
  return { data, total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

const REVERSED = { asc: 'desc', desc: 'asc' } as const;

/** Entries that were counted, up to the one with an id. */
interface Counted {
  readonly total: number;
  readonly lastId: number;
}
const MAX_CACHED_COUNTS = 500;
const countCaches = new WeakMap<Db, LRUCache<string, Counted>>();

/**
 * Returns the number of matching entries. Entries are never changed or deleted, so a node caches their number and counts only later
 * ones: exactly, since those of the last hour are counted again. A transaction that is still open could have written one of them. The users
 * with a name can change.
 */
async function countEntries(db: Db, params: Params): Promise<number> {
  const { type, user, from, to } = params;
  const counts = countCaches.get(db) ?? new LRUCache<string, Counted>({ max: MAX_CACHED_COUNTS });
  countCaches.set(db, counts);
  const key = JSON.stringify([type, from, to]);
  const before = (user === '' && counts.get(key)) || { total: 0, lastId: 0 };
  const { rows } = await sql<{ recent: number; settled: number; last_id: number | null }>`
    select count(*) filter (where not is_settled) as recent, count(*) filter (where is_settled) as settled,
      max(id) filter (where is_settled) as last_id
    from (
      select id, created_at < now() - interval '1 hour' as is_settled from audit_logs
      where id > ${before.lastId} and ${toCondition(params)}
    ) entries`.execute(db);
  const { recent, settled, last_id } = rows[0]!;
  const total = before.total + settled;
  if (user === '') counts.set(key, { total, lastId: last_id ?? before.lastId });
  return total + recent;
}

/** Returns the entries with these ids in this order. */
async function getEntriesByIds(db: Db, ids: readonly { readonly id: number }[]): Promise<AuditLogEntry[]> {
  const { rows } = await sql<SubjectRow & EntryRow>`
    select e.id, e.type, e.created_at, e.details, ${SUBJECT_COLUMNS},
      c.id as concerned_id, c.first_name as concerned_first_name, c.last_name as concerned_last_name,
      c.enabled_at as concerned_enabled_at
    from unnest(${ids.map(({ id }) => id)}::bigint[]) with ordinality wanted (id, position)
    join audit_logs e using (id) ${SUBJECT_JOINS}
    left join users c on c.id = (case when e.type = ${AUDIT_TYPES.OWNERSHIP_CHANGED.number} then e.details->>'to'
      else e.details->>'userId' end)::uuid
    order by wanted.position`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    created_at: row.created_at.toISOString(),
    user_id: row.user_id,
    ...toSubjects(row),
    service_token: typeof row.details['serviceToken'] === 'string' ? row.details['serviceToken'] : null,
    concerned: toPerson({
      id: row.concerned_id,
      first_name: row.concerned_first_name,
      last_name: row.concerned_last_name,
      enabled_at: row.concerned_enabled_at,
    }),
    revision: typeof row.details['revision'] === 'number' ? row.details['revision'] : null,
    content: CONTENT_TYPES.has(row.type) ? String(row.details['name']) : null,
    note: formatNote(row.details),
  }));
}

interface EntryRow {
  readonly id: number;
  readonly type: number;
  readonly created_at: Date;
  readonly details: Readonly<Record<string, unknown>>;
  readonly concerned_id: string | null;
  readonly concerned_first_name: string | null;
  readonly concerned_last_name: string | null;
  readonly concerned_enabled_at: Date | null;
}

const CONTENT_TYPES: ReadonlySet<number> = new Set(
  (['CONTENT_PUBLISHED', 'CONTENT_DELETED', 'CONTENT_RESTORED'] as const).map((type) => AUDIT_TYPES[type].number),
);

/** The details that mean something to people; ids do not. */
const DETAILS_IN_NOTE = [
  'reference',
  'list',
  'fields',
  'title',
  'name',
  'before',
  'after',
  'kind',
  'queue',
  'file',
  'field',
  'added',
  'renamed',
  'deleted',
];

function formatNote({ on, ...details }: EntryRow['details']): string {
  if (typeof on === 'boolean') return on ? 'Started' : 'Ended';
  const { before, after, reason } = details;
  if (typeof reason === 'string') return REFUSAL_NOTES[reason as keyof typeof REFUSAL_NOTES] ?? reason;
  if (typeof before === 'string' && typeof after === 'string') return `Before: ${before}. After: ${after}`;
  return DETAILS_IN_NOTE.flatMap((key) => (typeof details[key] === 'string' ? [details[key]] : [])).join(': ');
}

export const EXPORT_HEADINGS = ['Id', 'User', 'Type', 'Date', 'Location', 'Board', 'Account', 'Note'];

function formatActor({ user, user_id, service_token }: AuditLogEntry): string | null {
  const name = user ? formatPerson(user) : user_id;
  return service_token === null ? name : `${name} (${service_token})`;
}

/** The CSV rows of all entries that match. */
export function exportRows(db: Db, params: Params): AsyncGenerator<Cell[][], void, void> {
  return readByCursor(
    db,
    () => selectIds(params),
    async (snapshot, rows) => (await getEntriesByIds(snapshot, rows)).map(toCells),
  );
}

function toCells(entry: AuditLogEntry): Cell[] {
  const { id, type, created_at, location, location_id, board, board_id, concerned, note } = entry;
  return [
    id,
    formatActor(entry),
    getAuditTypeLabel(type),
    created_at,
    location?.title || location_id,
    board?.title ?? board_id,
    concerned && formatPerson(concerned),
    note,
  ];
}

/**
 * The ids of all entries that match, in the requested order. The order by name has no index, since names change: it walks users by name,
 * then the entries of each, and those without a user last.
 */
function selectIds(params: Params): RawBuilder<{ id: number }> {
  const { user, sortBy = 'id', sortOrder = 'desc' } = params;
  const direction = sql.raw(sortOrder);
  if (sortBy !== 'user')
    return sql`
      select id from audit_logs where ${toCondition(params)}
      order by ${sql.ref(sortBy)} ${direction}, id ${direction}`;
  const condition = toCondition({ ...params, user: '' });
  const users = user
    ? sql`select id, name_folded from users where ${nameMatches(user)}`
    : sql`select id, name_folded from users union all select null, null`;
  return sql`
    select a.id from (${users}) u cross join lateral (
      select id from audit_logs where user_id = u.id and ${condition}
      union all
      select id from audit_logs where u.id is null and user_id is null and ${condition}) a
    order by u.name_folded ${direction}, u.id ${direction}, a.id ${direction}`;
}

function toCondition({ type, user, from, to }: Params): RawBuilder<boolean> {
  const conditions = [
    ...(type ? [sql`type = ${AUDIT_TYPES[type].number}`] : []),
    ...isWithinDays(sql`created_at`, { from, to }),
    ...(user ? [sql`user_id in (select id from users where ${nameMatches(user)})`] : []),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

/** Whether the name of a user has words that begin with these. */
function nameMatches(words: string): RawBuilder<boolean> {
  const conditions = words
    .split(/\s+/)
    .map((word) => sql`' ' || name_folded like '% ' || fold_text(${escapeLike(word)}) || '%'`);
  return sql`(${sql.join(conditions, sql` and `)})`;
}
