import { sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Role } from './permissions.ts';
import type { Profile } from './schema.ts';
import { NO_SUCH_USER } from './messages.ts';

/** An account that is not deleted. */
export interface Account {
  readonly id: string;
  readonly role: Role;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly password_hash: string;
  readonly email_verified_at: Date | null;
}

/** Finds the account of an address, case-insensitively. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Whether an error is the violation of the unique constraint on addresses. */
export function isEmailTaken(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === 'users_email';
}

/** Returns an account. @throws {ApiError} NOT_FOUND, also when it was deleted */
export async function getAccountById(db: Db, id: string): Promise<Account> {
  const account = await selectAccounts(db).where('id', '=', id).executeTakeFirst();
  if (!account) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  return account;
}

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select(['id', 'role', 'first_name', 'last_name', 'email', 'password_hash', 'email_verified_at'])
    .where('enabled_at', 'is not', null)
    .$narrowType<{ email: string; password_hash: string }>();
}

/** Returns a profile. @param expand whether to include contact details @throws {ApiError} NOT_FOUND, also when it was deleted */
export async function getProfile(db: Db, id: string, expand: boolean): Promise<Profile> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.email || !row.enabled_at) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  const { role, first_name, last_name, email, telephone1, jobtitle, websiteurl } = row;
  return {
    id,
    role,
    first_name,
    last_name,
    email,
    created_at: row.created_at.toISOString(),
    email_verified_at: row.email_verified_at?.toISOString() ?? null,
    enabled_at: row.enabled_at.toISOString(),
    ...(expand && { contact: { telephone1, jobtitle, websiteurl } }),
  };
}

/** Whether this is the hash of a valid password-reset token. */
export async function isResetLink(db: Db, tokenHash: Buffer, now: Date): Promise<boolean> {
  const token = await db
    .selectFrom('account_tokens')
    .select('purpose')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return token?.purpose === 'reset-password';
}
