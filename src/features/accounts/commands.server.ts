import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { CommandContext } from '../../platform/http/handlers.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { type QueueMail, countMails } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import type { HumanVerification } from '../proof-of-work/commands.server.ts';
import type { AccountMail } from './mails.server.ts';
import type { Account } from './queries.server.ts';
import { endSessions } from './sessions/commands.server.ts';
import { type SingleSignOnPolicy, mayUsePassword, usesSingleSignOn } from './sessions/single-sign-on-policy.ts';
import { deleteTokens } from './account-tokens.commands.server.ts';
import { LOG_IN_REQUIRED } from '../../platform/text/common-messages.ts';
import { ACCOUNT_CHANGED, ACCOUNT_UNVERIFIED } from './messages.ts';

/** Services of the commands of this feature. */
export interface AccountDeps extends Sender {
  readonly queueMail: QueueMail;
  readonly verification: HumanVerification;
  /** Null if there is no single sign-on. */
  readonly singleSignOn: SingleSignOnPolicy | null;
}

/** The context of commands of visitors, who have an emailed link or nothing. */
export type VisitorContext = Omit<CommandContext, 'actor'> & AccountDeps;

/** Limit of emails of one kind to one address, so that nobody's mailbox can be flooded. */
const MAIL_LIMIT = { max: 5, withinMs: 3_600_000 };

/** Whether the limit allows another email of this kind to an email address. */
export async function canMail(trx: Trx, kind: AccountMail, email: string, at: Date): Promise<boolean> {
  return (await countMails(trx, kind, email, new Date(at.getTime() - MAIL_LIMIT.withinMs))) < MAIL_LIMIT.max;
}

/** Creates an account. @returns undefined when the email address has one already */
export async function createAccount(
  trx: Trx,
  account: Insertable<Database['users']> & { email: string; password_hash: string },
): Promise<{ id: string } | undefined> {
  return trx
    .insertInto('users')
    .values({ ...account, enabled_at: account.created_at })
    .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
}

/** Stored in place of a password hash to disable an account: no password matches it. */
export const NO_PASSWORD = '!';

/** Whether an account has a password that its owner may log in with. */
export function hasUsablePassword(
  { role, password_hash }: Pick<Account, 'role' | 'password_hash'>,
  policy: SingleSignOnPolicy | null,
): boolean {
  return password_hash !== NO_PASSWORD && mayUsePassword(role, policy);
}

/** The identity provider of an account that has no usable password. */
export function findOnlyProvider(
  account: Pick<Account, 'role' | 'password_hash'>,
  policy: SingleSignOnPolicy | null,
): string | undefined {
  if (policy === null || !usesSingleSignOn(account.role)) return undefined;
  return hasUsablePassword(account, policy) ? undefined : policy.name;
}

/** Disables the passwords of the accounts with these email addresses, and deletes their second factors, sessions and links. */
export async function disablePasswords(trx: Trx, emails: readonly string[]): Promise<void> {
  const accounts = await trx
    .updateTable('users')
    .set({ password_hash: NO_PASSWORD })
    .where(sql`lower(email)`, 'in', emails)
    .returning('id')
    .execute();
  for (const { id } of accounts) {
    await deleteSecondFactors(trx, id);
    await endSessions(trx, id);
    await deleteTokens(trx, id);
  }
}

/** Sets this password for those of the accounts with these email addresses whose password is disabled. */
export async function enablePasswords(trx: Trx, emails: readonly string[], password_hash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash })
    .where(sql`lower(email)`, 'in', emails)
    .where('password_hash', '=', NO_PASSWORD)
    .execute();
}

/**
 * Creates an admin, or promotes an existing account to admin and ends its sessions.
 * @param person the password hash and the names are used for a new account only
 * @throws {ApiError} CONFLICT when the existing account is not verified, or there is neither an account nor a password
 */
export async function createOrPromoteAdmin(
  trx: Trx,
  { password_hash, ...person }: { email: string; first_name: string; last_name: string; password_hash: string | null },
  at: Date,
): Promise<'created' | 'promoted'> {
  const existing = await trx
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where(sql`lower(email)`, '=', person.email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (!existing) {
    const admin = { ...person, role: 'ADMIN', created_at: at, email_verified_at: at } as const;
    const created = password_hash !== null && (await createAccount(trx, { ...admin, password_hash }));
    if (!created) throw new ApiError('CONFLICT', ACCOUNT_CHANGED);
    return 'created';
  }
  if (!existing.email_verified_at) throw new ApiError('CONFLICT', ACCOUNT_UNVERIFIED);
  await trx
    .updateTable('users')
    .set((eb) => ({ role: 'ADMIN', office_id: null, version: eb('version', '+', 1) }))
    .where('id', '=', existing.id)
    .execute();
  await endSessions(trx, existing.id);
  return 'promoted';
}

/** Deletes the authenticator app, the passkeys and the recovery codes of an account. */
export async function deleteSecondFactors(trx: Trx, userId: string): Promise<void> {
  for (const table of ['authenticators', 'passkeys', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/**
 * Locks the caller's account against deletion until the transaction ends. Call it before taking other locks, in the same order as
 * deletion.
 * @throws {ApiError} UNAUTHENTICATED when the account was deleted meanwhile
 */
export async function lockCaller(trx: Trx, { id }: Pick<Actor, 'id'>): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('enabled_at', 'is not', null)
    .forKeyShare()
    .executeTakeFirst();
  if (!account) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
}
