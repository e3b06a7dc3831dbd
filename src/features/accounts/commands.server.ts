import { type Insertable, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';
import type { PublishEvent } from '../../platform/events.ts';
import { ApiError } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-handlers.ts';
import { type QueueMail, countMails, deleteMailsTo } from '../../platform/mail/outbox.ts';
import type { Sender } from '../../platform/mail/site-mail.ts';
import { recordAudit } from '../audit-log/commands.server.ts';
import type { HumanVerification } from '../verification/commands.server.ts';
import type { AccountEvent } from './events.ts';
import type { AccountMail } from './mails.server.ts';
import { endSessions } from './sessions/commands.server.ts';
import { deleteTokens } from './tokens/commands.server.ts';
import { LOG_IN_REQUIRED } from '../../platform/messages.ts';
import { NO_SUCH_USER, ACCOUNT_CHANGED, ACCOUNT_UNVERIFIED, OWN_ACCOUNT } from './messages.ts';

/** What the acts of this feature need of the rest. */
export interface AccountDeps extends Sender {
  readonly queueMail: QueueMail;
  readonly verification: HumanVerification;
}

/** Of mails of one kind to one address: without a limit they could be used to flood somebody's mailbox. */
const MAIL_LIMIT = { max: 5, withinMs: 3_600_000 };

/** Whether an address may be sent another mail of this kind. */
export async function canMail(trx: Trx, kind: AccountMail, email: string): Promise<boolean> {
  return (await countMails(trx, kind, email, new Date(Date.now() - MAIL_LIMIT.withinMs))) < MAIL_LIMIT.max;
}

/** Makes an account, unless the address has one. */
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

/** Stored in place of a password hash, where nobody can log in: no password matches it. */
const NO_PASSWORD = '!';

/** Ends all sessions and links of the accounts with these addresses. Nobody can log in to them until they are unlocked. */
export async function disablePasswords(trx: Trx, emails: readonly string[]): Promise<void> {
  const accounts = await trx
    .updateTable('users')
    .set({ password_hash: NO_PASSWORD })
    .where(sql`lower(email)`, 'in', emails)
    .returning('id')
    .execute();
  for (const { id } of accounts) {
    await endSessions(trx, id);
    await deleteTokens(trx, id);
  }
}

/** Opens those of the accounts with these addresses that are locked, with this password. */
export async function enablePasswords(trx: Trx, emails: readonly string[], password_hash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash })
    .where(sql`lower(email)`, 'in', emails)
    .where('password_hash', '=', NO_PASSWORD)
    .execute();
}

/**
 * Makes an admin: a new account, or of whoever has the address, whose sessions end.
 * @param person with a password for a new account; one that there is keeps its own, and its names
 * @throws {ApiError} CONFLICT when there is an account that nobody has shown to be theirs, or none and no password
 */
export async function createOrPromoteAdmin(
  trx: Trx,
  { password_hash, ...person }: { email: string; first_name: string; last_name: string; password_hash: string | null },
  at: Date,
): Promise<'made' | 'promoted'> {
  const existing = await trx
    .selectFrom('users')
    .select(['id', 'email_verified_at'])
    .where(sql`lower(email)`, '=', person.email.toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (!existing) {
    const admin = { ...person, role: 'ADMIN', created_at: at, email_verified_at: at } as const;
    const made = password_hash !== null && (await createAccount(trx, { ...admin, password_hash }));
    if (!made) throw new ApiError('CONFLICT', ACCOUNT_CHANGED);
    return 'made';
  }
  if (!existing.email_verified_at) throw new ApiError('CONFLICT', ACCOUNT_UNVERIFIED);
  await trx
    .updateTable('users')
    .set((eb) => ({ role: 'ADMIN', version: eb('version', '+', 1) }))
    .where('id', '=', existing.id)
    .execute();
  await endSessions(trx, existing.id);
  return 'promoted';
}

/**
 * Deletes an account and whatever is the person's own; the id and the names stay for the audit trail.
 * @throws {ApiError} NOT_FOUND; CONFLICT for one's own account; UNAUTHENTICATED when whoever deletes it was deleted just now
 */
export async function deleteAccount(
  trx: Trx,
  { id, actorId, at }: { id: string; actorId: string; at: Date },
  publishEvent: PublishEvent<AccountEvent>,
): Promise<void> {
  if (id === actorId) throw new ApiError('CONFLICT', OWN_ACCOUNT);
  // Both, by id: two admins who delete each other wait for one another in turn, and one is left.
  const locked = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [id, actorId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const emailOf = new Map(locked.map((user) => [user.id, user.email]));
  const email = emailOf.get(id);
  if (!emailOf.get(actorId)) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  if (!email) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  // Before the account is emptied: the lists that name it would be written anew for all that goes.
  await publishEvent(trx, { type: 'account.deleted', userId: id, email, actorId, at });
  const gone = { email: null, password_hash: null, telephone1: null, jobtitle: null, websiteurl: null };
  await trx
    .updateTable('users')
    .set({ ...gone, email_verified_at: null, enabled_at: null })
    .where('id', '=', id)
    .execute();
  await endSessions(trx, id);
  await deleteTokens(trx, id);
  await deleteMailsTo(trx, email);
  await recordAudit(trx, { type: 'ACCOUNT_DELETED', actorId, details: { userId: id }, at });
}

/**
 * Keeps the account of who acts from being deleted until the transaction ends; for acts that write rows of theirs, before
 * anything else is locked, as the deletion does.
 * @throws {ApiError} UNAUTHENTICATED when it was deleted just now
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
