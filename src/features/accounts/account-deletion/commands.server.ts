import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { deleteMailsTo } from '../../../platform/mail/outbox.ts';
import { LOG_IN_REQUIRED } from '../../../platform/text/common-messages.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { deleteSecondFactors } from '../commands.server.ts';
import type { AccountDeletedEvent, AccountEvent } from '../events.ts';
import { LAST_ADMIN, NO_SUCH_USER, OWN_ACCOUNT } from '../messages.ts';
import { listRolesWith, type Role, roleHas } from '../permissions.ts';
import { endSessions } from '../sessions/commands.server.ts';
import { deleteTokens } from '../account-tokens.commands.server.ts';

/**
 * Deletes an account and the person's data. The id and the names stay for the audit log.
 * @param task.actorId null for the command line and the cleanup
 * @param task.reason why the cleanup deletes it, for the audit log
 * @throws {ApiError} NOT_FOUND; CONFLICT for the actor's own account; UNAUTHENTICATED when the actor was deleted meanwhile
 */
export async function deleteAccount(
  trx: Trx,
  { id, actorId, reason, at }: { id: string; actorId: string | null; reason?: string; at: Date },
  publishEvent: PublishEvent<AccountEvent>,
): Promise<void> {
  if (id === actorId) throw new ApiError('CONFLICT', OWN_ACCOUNT);
  // Lock both in the order of their ids: of two admins who delete each other, exactly one succeeds, without a deadlock.
  const locked = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', actorId === null ? [id] : [id, actorId])
    .orderBy('id')
    .forUpdate()
    .execute();
  const emails = new Map(locked.map((user) => [user.id, user.email]));
  const email = emails.get(id);
  if (actorId !== null && !emails.get(actorId)) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  if (!email) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  await erase(trx, { userId: id, email, actorId, heirId: actorId, at }, publishEvent, reason);
}

/**
 * Deletes the caller's account. Objects of the Locations Team go to the admin with the oldest account.
 * @throws {ApiError} UNAUTHENTICATED when it was deleted meanwhile; CONFLICT when nobody else could administer the site
 */
export async function deleteOwnAccount(
  trx: Trx,
  { id, role, at }: { id: string; role: Role; at: Date },
  publishEvent: PublishEvent<AccountEvent>,
): Promise<void> {
  // In the order of their ids, as above. Of the last two admins who do this at the same time, one remains.
  const locked = await trx
    .selectFrom('users')
    .select(['id', 'email', 'role', 'created_at'])
    .where('enabled_at', 'is not', null)
    .where((eb) => eb.or([eb('id', '=', id), ...(isAdministrator(role) ? [eb('role', 'in', ADMINISTRATORS)] : [])]))
    .orderBy('id')
    .forUpdate()
    .execute();
  const own = locked.find((user) => user.id === id);
  // A promotion ends all sessions.
  if (!own?.email || (isAdministrator(own.role) && !isAdministrator(role)))
    throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
  const [heir] = locked.filter((user) => user.id !== id).toSorted((a, b) => +a.created_at - +b.created_at);
  if (isAdministrator(role) && !heir) throw new ApiError('CONFLICT', LAST_ADMIN);
  await erase(trx, { userId: id, email: own.email, actorId: id, heirId: heir?.id ?? null, at }, publishEvent);
}

/** The roles without which nobody could manage accounts. */
const ADMINISTRATORS = listRolesWith('user.delete');

function isAdministrator(role: Role): boolean {
  return roleHas(role, 'user.delete');
}

/** The account is locked. */
async function erase(
  trx: Trx,
  event: Omit<AccountDeletedEvent, 'type'>,
  publishEvent: PublishEvent<AccountEvent>,
  reason?: string,
): Promise<void> {
  const { userId, email, actorId, at } = event;
  // Before the user row changes: otherwise triggers would update the list rows of data that is about to be deleted.
  await publishEvent(trx, { type: 'account.deleted', ...event });
  const personalData = { email: null, password_hash: null, telephone1: null, jobtitle: null, websiteurl: null };
  await trx
    .updateTable('users')
    .set({ ...personalData, email_verified_at: null, enabled_at: null, office_id: null })
    .where('id', '=', userId)
    .execute();
  await deleteSecondFactors(trx, userId);
  await endSessions(trx, userId);
  await deleteTokens(trx, userId);
  await trx.deleteFrom('single_sign_on_links').where('user_id', '=', userId).execute();
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
  await trx.deleteFrom('failed_logins').where('user_id', '=', userId).execute();
  await deleteMailsTo(trx, email);
  const details = { userId, ...(reason !== undefined && { kind: reason }) };
  await recordAudit(trx, { type: 'ACCOUNT_DELETED', actorId, details, at });
}

/** Records that data of a deleted account is left, which the worker deletes batch by batch. */
export async function recordRemainder(
  trx: Trx,
  { userId, actorId, at, total }: { userId: string; actorId: string | null; at: Date; total: number },
): Promise<void> {
  await trx
    .insertInto('account_deletions')
    .values({ user_id: userId, started_by: actorId, started_at: at, total })
    .execute();
}
