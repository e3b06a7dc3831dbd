import { hasSecondFactor } from '../sessions/second-factor-policy.server.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Cell } from '../../../platform/text/csv.ts';
import { readByCursor } from '../../../platform/db/cursor.ts';
import type { Db } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { type Paged, TABLE_PAGE_SIZE } from '../../../platform/http/paging.ts';
import { ROLES } from '../permissions.ts';
import { getProfile } from '../queries.server.ts';
import type { exportUsers, users } from './contract.ts';
import type { AccountDeletion, FilmOffice, UserDetails, UserRow } from './schema.ts';
import { NO_SUCH_USER } from '../messages.ts';

type ExportParams = z.output<typeof exportUsers.input>;

/** The column of each sort order. Each has an index that ends with the id. */
const ORDER_COLUMNS = {
  id: 'users.id',
  first_name: 'first_name_folded',
  last_name: 'last_name_folded',
  email: 'email_folded',
  role: 'role',
} as const;
const DEFAULT_ORDER = 'last_name';

/** Lists a page of the users that match. */
export async function listUsers(db: Db, { page, ...params }: z.output<typeof users.input>): Promise<Paged<UserRow>> {
  const { column, direction } = getOrder(params);
  const ids = whereMatching(db, params)
    .select('id')
    .orderBy(column, direction)
    .orderBy('id', direction)
    .limit(TABLE_PAGE_SIZE)
    .offset((page - 1) * TABLE_PAGE_SIZE);
  const [rows, { total }] = await Promise.all([
    selectRows(db).where('users.id', 'in', ids).orderBy(column, direction).orderBy('users.id', direction).execute(),
    whereMatching(db, params)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const data = rows.map(({ id, first_name, last_name, email, role, office, email_verified_at }) => {
    const verified = email_verified_at?.toISOString() ?? null;
    return { id, first_name, last_name, email, role, office, email_verified_at: verified };
  });
  return { data, total, current_page: page, per_page: TABLE_PAGE_SIZE };
}

/** Column headings of the CSV export. */
export const EXPORT_HEADINGS = [
  'Id',
  'First Name',
  'Last Name',
  'Email',
  'Role',
  'Film Office',
  'Joined',
  'Email verified',
];
/** Yields the rows of the CSV export in batches. */
export function readUsersForExport(db: Db, params: ExportParams): AsyncGenerator<Cell[][], void, void> {
  const { column, direction } = getOrder(params);
  return readByCursor(
    db,
    (snapshot) =>
      selectRows(snapshot)
        .where('users.id', 'in', whereMatching(snapshot, params).select('id'))
        .orderBy(column, direction)
        .orderBy('users.id', direction),
    async (_snapshot, rows) =>
      rows.map((row) => [
        row.id,
        row.first_name,
        row.last_name,
        row.email,
        ROLES[row.role].label,
        row.office,
        row.created_at.toISOString(),
        row.email_verified_at !== null,
      ]),
  );
}

function selectRows(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('options as office', 'office.id', 'users.office_id')
    .select(['users.id', 'first_name', 'last_name', 'email', 'role', 'created_at', 'email_verified_at'])
    .select('office.name as office')
    .where('enabled_at', 'is not', null)
    .$narrowType<{ email: string }>();
}

function getOrder({ sortBy = DEFAULT_ORDER, sortOrder = 'asc' }: ExportParams) {
  return { column: ORDER_COLUMNS[sortBy], direction: sortOrder };
}

function whereMatching(db: Db, { role, ...words }: ExportParams) {
  const roles = role === undefined ? [] : [role].flat();
  const condition = toSearchWords(words);
  let found = db.selectFrom('users').where('enabled_at', 'is not', null);
  if (roles.length > 0) found = found.where('role', 'in', roles);
  if (condition !== '') found = found.where(sql<boolean>`words @@ ${condition}::tsquery`);
  return found;
}

/** Prefixes of the words of each field in the `words` column, see split_user_words() in the migration. */
const WORD_PREFIXES = { first_name: 'f', last_name: 'l', email: 'e' } as const;

/** Returns a tsquery: each word must match by prefix in its field, and words of `query` in any field. */
export function toSearchWords({
  query,
  ...fields
}: Pick<ExportParams, 'query'> & Partial<Pick<ExportParams, keyof typeof WORD_PREFIXES>>): string {
  const prefixIn = (letter: string) => (word: string) => `'${letter}/${word}':*`;
  const prefixInAnyField = (word: string) =>
    `(${Object.values(WORD_PREFIXES)
      .map((letter) => prefixIn(letter)(word))
      .join(' | ')})`;
  const inFields = (Object.keys(WORD_PREFIXES) as (keyof typeof WORD_PREFIXES)[]).flatMap((field) =>
    splitWords(fields[field] ?? '').map(prefixIn(WORD_PREFIXES[field])),
  );
  return [...splitWords(query).map(prefixInAnyField), ...inFields].join(' & ');
}

/** Splits a text into words as split_user_words() and fold_text() do in the database. */
export function splitWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return folded.split(/[\u0020-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f]+/).filter((word) => word !== '');
}

/** The film offices that accounts can belong to, in the order of their list. */
export async function listFilmOffices(db: Db): Promise<FilmOffice[]> {
  return db
    .selectFrom('options')
    .select(['id', 'name'])
    .where('field', '=', 'filmoffice')
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Returns a user with contact details, version and unverified new email address. @throws {ApiError} NOT_FOUND, also for a deleted user */
export async function getUserDetails(db: Db, id: string, now: Date): Promise<UserDetails> {
  const [{ contact, ...profile }, row, newEmail] = await Promise.all([
    getProfile(db, id, true),
    db
      .selectFrom('users')
      .leftJoin('options as office', 'office.id', 'users.office_id')
      .leftJoin('single_sign_on_links as link', 'link.user_id', 'users.id')
      .select(['version', 'office.id as officeId', 'office.name as officeName', 'linked_at', 'last_used_at'])
      .select((eb) => hasSecondFactor(eb).as('hasSecondFactor'))
      .where('users.id', '=', id)
      .executeTakeFirst(),
    getPendingEmail(db, id, now),
  ]);
  if (!contact || !row) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  const { version, officeId, officeName, hasSecondFactor: has_second_factor, linked_at, last_used_at } = row;
  const office = officeId === null || officeName === null ? null : { id: officeId, name: officeName };
  const single_sign_on = linked_at &&
    last_used_at && { linked_at: linked_at.toISOString(), last_used_at: last_used_at.toISOString() };
  return { ...profile, contact, version, new_email: newEmail, office, has_second_factor, single_sign_on };
}

async function getPendingEmail(db: Db, id: string, now: Date): Promise<string | null> {
  const pending = await db
    .selectFrom('account_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select('t.email')
    .where('t.user_id', '=', id)
    .where('t.purpose', '=', 'verify-email')
    .where('t.expires_at', '>', now)
    .where(sql<boolean>`lower(t.email) <> lower(u.email)`)
    .orderBy('t.expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return pending?.email ?? null;
}

/** Lists deletions that are not finished, oldest first. */
export async function listOpenDeletions(db: Db): Promise<AccountDeletion[]> {
  const rows = await db
    .selectFrom('account_deletions as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'd.started_at', 'd.total', 'd.deleted'])
    .where('d.finished_at', 'is', null)
    .orderBy('d.started_at')
    .orderBy('u.id')
    .execute();
  // Rows that were added while the account was being deleted would lead to more than all.
  return rows.map((row) => ({
    ...row,
    started_at: row.started_at.toISOString(),
    deleted: Math.min(row.deleted, row.total),
  }));
}
