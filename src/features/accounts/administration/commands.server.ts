import type { z } from 'zod';
import type { Trx } from '../../../platform/db/transaction.ts';
import { ApiError } from '../../../platform/http/contract.ts';
import { validate } from '../../../platform/http/route-handlers.ts';
import { assertConfirmed } from '../../../platform/http/route-permission.ts';
import { assertVersions, recordAudit } from '../../audit-log/commands.server.ts';
import { type AccountDeps, type VisitorContext, canMail, createAccount, findOnlyProvider } from '../commands.server.ts';
import { addressChangedByTeamMail, invitationMail, toRecipient } from '../mails.server.ts';
import { ROLES, type Role, roleHas } from '../permissions.ts';
import { type Account, findAccountByEmail, getAccountById } from '../queries.server.ts';
import { sendVerification } from '../registration.commands.server.ts';
import { type SessionContext, endSessions } from '../sessions/commands.server.ts';
import { mayUsePassword } from '../sessions/single-sign-on-policy.ts';
import { createLink } from '../account-tokens.commands.server.ts';
import type { inviteColleague as invite, updateUser as update } from './contract.ts';
import { type FilmOffice, USER_FORMS } from './schema.ts';
import { CHECK_FIELDS, LOG_IN_REQUIRED, RECORD_SAVED } from '../../../platform/text/common-messages.ts';
import * as messages from '../messages.ts';

/** Ends all sessions of a user. Returns how many. @throws {ApiError} NOT_FOUND; UNAUTHENTICATED when the actor's session has ended */
export async function endUserSessions(context: SessionContext, { id }: { id: string }): Promise<number> {
  const { trx } = context;
  await lockActorAndUser(context, id);
  await getAccountById(trx, id);
  const sessions = await endSessions(trx, id);
  const details = { userId: id, sessions };
  await recordAudit(trx, { type: 'USER_SESSIONS_ENDED', actorId: context.actor.id, details, at: context.at });
  return sessions;
}

/**
 * Updates a user. A new email address takes effect when the link in an email to it is followed, so that a typing error locks nobody out.
 * The old one is notified at once and the audit log names the actor, so that no team member can take over an account unnoticed.
 * @returns the message to show
 * @throws {ApiError} NOT_FOUND; INVALID; CONFLICT when somebody else has changed the user; UNAUTHENTICATED; TOO_MANY_REQUESTS;
 *   IDENTITY_NOT_CONFIRMED for a new email address or film office
 */
export async function updateUser(
  context: SessionContext & AccountDeps,
  { id, version, ...input }: z.output<typeof update.input>,
): Promise<string> {
  const { trx } = context;
  await lockActorAndUser(context, id);
  const before = await getAccountById(trx, id);
  const form = validate(USER_FORMS[before.role], input);
  const row = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const entry = { actorId: context.actor.id, details: { userId: id }, at: context.at };
  await assertVersions(trx, entry, [{ expected: version, actual: row.version }], messages.USER_CHANGED);
  await lockOffice(trx, before.role, form.officeId);
  const fields = {
    first_name: form.firstName,
    last_name: form.lastName,
    telephone1: form.telephone1 || null,
    jobtitle: form.title || null,
    websiteurl: form.website || null,
    office_id: form.officeId === undefined ? row.office_id : form.officeId,
  };
  const changed: string[] = Object.entries(fields).flatMap(([name, value]) =>
    row[name as keyof typeof fields] === value ? [] : [name],
  );
  const emailChanges = form.email.toLowerCase() !== before.email.toLowerCase();
  if (emailChanges) changed.push('email');
  if (changed.length === 0) return RECORD_SAVED;
  // The film office decides what the account may see and change.
  if (emailChanges || changed.includes('office_id')) assertConfirmed(context);
  await trx
    .updateTable('users')
    .set({ ...fields, version: row.version + 1 })
    .where('id', '=', id)
    .execute();
  const details = { userId: id, fields: changed.join(', ') };
  await recordAudit(trx, { type: 'ACCOUNT_UPDATED', actorId: context.actor.id, details, at: context.at });
  if (!emailChanges) return RECORD_SAVED;
  await requestAddressChange(context, before, form.email);
  return `${RECORD_SAVED}. ${messages.emailChangeRequested(form.email)}`;
}

/** Unlike in `profile.commands.server.ts`, the message may say that the email address is taken: the Locations Team can see all email addresses. */
async function requestAddressChange(context: VisitorContext, account: Account, email: string): Promise<void> {
  const { trx, queueMail, singleSignOn } = context;
  if (await findAccountByEmail(trx, email))
    throw new ApiError('INVALID', CHECK_FIELDS, { email: messages.EMAIL_TAKEN });
  if (!(await sendVerification(context, { userId: account.id, email })))
    throw new ApiError('TOO_MANY_REQUESTS', messages.TOO_MANY_LINKS_TO_ADDRESS);
  if (await canMail(trx, 'address-changing', account.email, context.at))
    await queueMail(
      trx,
      addressChangedByTeamMail(toRecipient(account), context, findOnlyProvider(account, singleSignOn)),
    );
}

/**
 * Creates an account with one of the roles in INVITATIONS and emails a link to choose its password. Following the link also verifies the
 * email address.
 * @param person.passwordHash of a random password
 * @throws {ApiError} CONFLICT when the email address has an account; UNAUTHENTICATED; TOO_MANY_REQUESTS
 */
export async function inviteColleague(
  context: SessionContext & AccountDeps,
  {
    firstName,
    lastName,
    email,
    role,
    officeId,
    passwordHash,
  }: z.output<typeof invite.input> & { readonly passwordHash: string },
): Promise<{ id: string; message: string }> {
  const { trx, actor, at, queueMail, singleSignOn } = context;
  await lockActorAndUser(context, actor.id);
  const office = await lockOffice(trx, role, officeId);
  const account = await createAccount(trx, {
    role,
    first_name: firstName,
    last_name: lastName,
    email,
    office_id: office?.id ?? null,
    password_hash: passwordHash,
    created_at: at,
  });
  if (!account) throw addressInUseError((await findAccountByEmail(trx, email))?.role);
  if (!(await canMail(trx, 'invitation', email, at)))
    throw new ApiError('TOO_MANY_REQUESTS', messages.TOO_MANY_INVITATIONS);
  const { first_name, last_name } = await getAccountById(trx, actor.id);
  const provider = mayUsePassword(role, singleSignOn) ? undefined : singleSignOn?.name;
  const invitation = invitationMail(
    { email, role, office: office?.name },
    `${first_name} ${last_name}`,
    context,
    provider,
  );
  const mailId = await queueMail(trx, invitation);
  if (provider === undefined)
    await createLink(trx, { purpose: 'reset-password', userId: account.id, email, mailId, at });
  await recordAudit(trx, { type: 'ADMIN_INVITED', actorId: actor.id, details: { userId: account.id }, at });
  return { id: account.id, message: messages.invitationSent(email) };
}

/**
 * Finds the film office of an account, which is not deleted until the transaction ends.
 * @throws {ApiError} INVALID for an office that does not exist, and for a role without one
 */
async function lockOffice(trx: Trx, role: Role, id: number | undefined): Promise<FilmOffice | undefined> {
  if (id === undefined) return undefined;
  const office = await trx
    .selectFrom('options')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('field', '=', 'filmoffice')
    .forKeyShare()
    .executeTakeFirst();
  const message = ROLES[role].hasOffice ? messages.CHOOSE_OFFICE : messages.NO_OFFICE;
  if (!office || !ROLES[role].hasOffice) throw new ApiError('INVALID', CHECK_FIELDS, { officeId: message });
  return office;
}

function addressInUseError(role: Role | undefined): ApiError {
  const label = role && ROLES[role].label;
  const message =
    label && roleHas(role, 'back-office.open') ? messages.emailOfColleague(label) : messages.emailHasAccount(label);
  return new ApiError('CONFLICT', CHECK_FIELDS, { email: message });
}

/**
 * Locks the rows of the actor and the user so that neither is deleted meanwhile; in the order of their ids, as deletion does, which
 * prevents deadlocks.
 * @throws {ApiError} UNAUTHENTICATED when the actor's session has just ended
 */
async function lockActorAndUser({ trx, actor, session }: SessionContext, id: string): Promise<void> {
  await trx.selectFrom('users').select('id').where('id', 'in', [actor.id, id]).orderBy('id').forNoKeyUpdate().execute();
  const isActive =
    session && (await trx.selectFrom('sessions').select('id').where('id', '=', session.id).executeTakeFirst());
  if (session && !isActive) throw new ApiError('UNAUTHENTICATED', LOG_IN_REQUIRED);
}
