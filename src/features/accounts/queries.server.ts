import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { ApiError, type Permission } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { type Role, getPermissions, listRolesWith } from './permissions.ts';
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

/** Finds the account of an email address, case-insensitively. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return selectAccounts(db)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Whether an error is the violation of the unique constraint on email addresses. */
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

/** The email address of an account with its permissions, which {@link can} checks; undefined for a deleted account. */
export async function findPermittedAccount(
  db: Db,
  id: string,
): Promise<(Pick<Actor, 'permissions' | 'officeId'> & { readonly email: string }) | undefined> {
  const account = await db
    .selectFrom('users')
    .select(['role', 'office_id', 'email'])
    .where('id', '=', id)
    .where('enabled_at', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
  if (!account) return undefined;
  const { role, office_id, email } = account;
  return { permissions: getPermissions(role), officeId: office_id, email };
}

/**
 * The email addresses of the accounts of film offices with a permission. The accounts are locked, so that no email goes to one that is
 * being deleted.
 */
export async function lockOfficeAddresses(
  trx: Trx,
  officeIds: readonly number[],
  permission: Permission,
): Promise<string[]> {
  const accounts = await trx
    .selectFrom('users')
    .select('email')
    .where('office_id', '=', sql<number>`any(${officeIds}::integer[])`)
    .where('role', 'in', listRolesWith(permission))
    .where('enabled_at', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .forKeyShare()
    .$narrowType<{ email: string }>()
    .execute();
  return accounts.map(({ email }) => email);
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
