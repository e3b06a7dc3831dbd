import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import type { PublishEvent } from '../../../platform/db/transaction-events.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { recordAudit } from '../../audit-log/commands.server.ts';
import { type AccountDeps, NO_PASSWORD, createAccount } from '../commands.server.ts';
import { deleteAccount } from '../account-deletion/commands.server.ts';
import type { AccountEvent } from '../events.ts';
import { linkedMail, toRecipient } from '../mails.server.ts';
import { ACCOUNT_CHANGED } from '../messages.ts';
import { findAccountByEmail, getAccountById } from '../queries.server.ts';
import { endSessions } from '../sessions/commands.server.ts';
import { usesSingleSignOn } from '../sessions/single-sign-on-policy.ts';
import type { Grant, Identity } from './claims.ts';
import { NOT_LINKED, type Refusal } from './messages.ts';
import { findLinkedUser } from './queries.server.ts';

interface Refused {
  readonly refusal: Refusal;
}
type Outcome = { readonly userId: string } | Refused;
interface SignOnDeps extends AccountDeps {
  /** The name of the provider. */
  readonly provider: string;
  readonly publishEvent: PublishEvent<AccountEvent>;
}
/** A role, with the film office that it is limited to. */
interface Role {
  readonly role: Grant['role'];
  readonly office_id: number | null;
}

/**
 * Finds the account of somebody whom the provider has logged in, and gives it the role of the claim. The first time, links the account of
 * the verified email address, or creates one. A rejected log-in changes nothing, except that an account without a role loses its sessions
 * and service tokens.
 */
export async function findOrCreateAccount(trx: Trx, deps: SignOnDeps, identity: Identity, at: Date): Promise<Outcome> {
  const linkedId = await lockLinkedUser(trx, identity);
  const role = await findRole(trx, identity);
  if (identity.email === null) return refuse(trx, 'email-unverified', linkedId, at);
  if ('refusal' in role) {
    if (linkedId !== undefined) {
      await endSessions(trx, linkedId);
      await deps.publishEvent(trx, { type: 'account.refused', userId: linkedId, at });
    }
    return refuse(trx, role.refusal, linkedId, at);
  }
  const account: Awaited<ReturnType<typeof linkOrCreate>> =
    linkedId === undefined ? await linkOrCreate(trx, deps, identity, identity.email, role, at) : { userId: linkedId };
  if (account.refusal) return refuse(trx, account.refusal, account.userId, at);
  const isChanged = await setRole(trx, account.userId, role, at);
  return isChanged ? { userId: account.userId } : refuse(trx, 'other-account', account.userId, at);
}

/** Whether somebody whom the provider has logged in again is the user of an account, and still has a role. */
export async function isSamePerson(trx: Trx, userId: string, identity: Identity): Promise<boolean> {
  const linkedId = await lockLinkedUser(trx, identity);
  return linkedId === userId && !('refusal' in (await findRole(trx, identity)));
}

/** Unlinks an account, and ends its sessions. @throws {ApiError} NOT_FOUND; CONFLICT when it is not linked */
export async function unlinkAccount({ trx, actor, at }: CommandContext, { id: userId }: { id: string }): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  await getAccountById(trx, userId);
  const { numDeletedRows } = await trx
    .deleteFrom('single_sign_on_links')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new ApiError('CONFLICT', NOT_LINKED);
  await endSessions(trx, userId);
  await recordAudit(trx, { type: 'SINGLE_SIGN_ON_UNLINKED', actorId: actor.id, details: { userId }, at });
}

/** Finds the account that is linked with somebody, and locks it, as all commands do first. */
async function lockLinkedUser(trx: Trx, identity: Identity): Promise<string | undefined> {
  const found = await findLinkedUser(trx, identity);
  if (found === undefined) return undefined;
  await trx.selectFrom('users').select('id').where('id', '=', found).forUpdate().execute();
  // It may have been unlinked or deleted meanwhile.
  return findLinkedUser(trx, identity);
}

/** Finds the role that the claim grants. That of the Locations Team includes what film offices may do. */
async function findRole(trx: Trx, { grants }: Identity): Promise<Role | Refused> {
  const team = grants.find((grant) => !('office' in grant));
  if (team) return { role: team.role, office_id: null };
  const offices = grants.flatMap((grant) => ('office' in grant ? [grant.office.toLowerCase()] : []));
  if (offices.length === 0) return { refusal: 'no-role' };
  const found = await trx
    .selectFrom('options')
    .select('id')
    .where('field', '=', 'filmoffice')
    .where(sql`lower(name)`, 'in', offices)
    .forKeyShare()
    .execute();
  const [office] = found;
  if (!office || offices.length > 1) return { refusal: 'unclear-role' };
  return { role: 'FILM_OFFICE', office_id: office.id };
}

async function linkOrCreate(
  trx: Trx,
  deps: SignOnDeps,
  identity: Identity,
  email: string,
  role: Role,
  at: Date,
): Promise<{ userId: string; refusal?: Refusal }> {
  const found = await findAccountByEmail(trx, email);
  if (!found) return { userId: await createLinkedAccount(trx, identity, email, role, at) };
  const userId = found.id;
  await trx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  // It may have been verified, deleted or given another email address meanwhile.
  const existing = await findAccountByEmail(trx, email);
  if (existing?.id !== userId) throw new ApiError('CONFLICT', ACCOUNT_CHANGED);
  if (!usesSingleSignOn(existing.role)) {
    // An account of another role was made by its owner, and stays theirs.
    if (existing.email_verified_at !== null) return { userId, refusal: 'other-account' };
    // Nobody has shown that this email address is theirs: otherwise anyone could keep a colleague out by registering with it.
    await deleteAccount(trx, { id: userId, actorId: null, at }, deps.publishEvent);
    return { userId: await createLinkedAccount(trx, identity, email, role, at) };
  }
  if (!(await insertLink(trx, userId, identity, at))) return { userId, refusal: 'other-person' };
  await trx
    .updateTable('users')
    .set({ email_verified_at: existing.email_verified_at ?? at })
    .where('id', '=', userId)
    .execute();
  await recordAudit(trx, { type: 'SINGLE_SIGN_ON_LINKED', actorId: userId, at });
  await deps.queueMail(trx, linkedMail(toRecipient(existing), deps.provider, deps));
  return { userId };
}

async function createLinkedAccount(trx: Trx, identity: Identity, email: string, role: Role, at: Date): Promise<string> {
  const account = await createAccount(trx, {
    email,
    first_name: identity.firstName,
    last_name: identity.lastName,
    ...role,
    password_hash: NO_PASSWORD,
    created_at: at,
    email_verified_at: at,
  });
  if (!account || !(await insertLink(trx, account.id, identity, at))) throw new ApiError('CONFLICT', ACCOUNT_CHANGED);
  await recordAudit(trx, { type: 'SINGLE_SIGN_ON_ACCOUNT_CREATED', actorId: account.id, at });
  return account.id;
}

/**
 * Links an account. A link with a provider that the site no longer uses is replaced.
 * @returns false if the account is linked with somebody else at this provider, or this person with another account
 */
async function insertLink(trx: Trx, userId: string, { issuer, subject }: Identity, at: Date): Promise<boolean> {
  await trx.deleteFrom('single_sign_on_links').where('user_id', '=', userId).where('issuer', '<>', issuer).execute();
  const link = await trx
    .insertInto('single_sign_on_links')
    .values({ user_id: userId, issuer, subject, linked_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return link !== undefined;
}

/**
 * Gives an account the role of the claim. A changed role ends its sessions.
 * @returns false if it is the account of somebody who may not use single sign-on
 */
async function setRole(trx: Trx, userId: string, { role, office_id }: Role, at: Date): Promise<boolean> {
  const before = await trx
    .selectFrom('users')
    .select(['role', 'office_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!usesSingleSignOn(before.role)) return false;
  await trx.updateTable('single_sign_on_links').set({ last_used_at: at }).where('user_id', '=', userId).execute();
  if (isSameRole(before, { role, office_id })) return true;
  await trx
    .updateTable('users')
    .set((eb) => ({ role, office_id, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .execute();
  await endSessions(trx, userId);
  await recordAudit(trx, { type: 'SINGLE_SIGN_ON_ROLE_CHANGED', actorId: userId, at });
  return true;
}

function isSameRole(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function refuse(trx: Trx, refusal: Refusal, userId: string | undefined, at: Date): Promise<Refused> {
  const details = { reason: refusal, ...(userId !== undefined && { userId }) };
  await recordAudit(trx, { type: 'SINGLE_SIGN_ON_REFUSED', actorId: userId ?? null, details, at });
  return { refusal };
}
