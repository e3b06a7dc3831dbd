import { z } from 'zod';
import type { Db, Trx } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { PASSWORD_LENGTH, email, firstName, lastName, newPassword } from '../../platform/http/field-schemas.ts';
import { createOrPromoteAdmin } from './commands.server.ts';
import { argon2id } from './passwords/hashing.server.ts';
import { weakPassword } from './passwords/messages.ts';
import { findWeakness } from './passwords/password-strength.ts';
import { ROLES, roleHas } from './permissions.ts';
import { findAccountByEmail } from './queries.server.ts';
import { type MailDeps, resetSecondFactors } from './second-factor/commands.server.ts';
import { passwordResetMail } from './mails.server.ts';
import { endSessions } from './sessions/commands.server.ts';
import { usesSingleSignOn } from './sessions/single-sign-on-policy.ts';
import { deleteTokens } from './account-tokens.commands.server.ts';
import { NO_SUCH_USER } from './messages.ts';

export const formatPasswordQuestion = (address: string) =>
  `Password of ${address}, at least ${PASSWORD_LENGTH.min} characters, which are not shown: `;

const person = z.tuple([email, firstName, lastName]);

/** Prompts for a new password; `findProblem` says why one cannot be used. */
export type PasswordPrompt = (
  question: string,
  findProblem: (password: string) => string | undefined,
) => Promise<string>;

interface NewAdmin {
  /** Email address, first and last name. */
  readonly person: readonly string[];
  readonly siteName: string;
}

/**
 * Creates an account of the Locations Team, or promotes an existing account.
 * @param task.person email address, first and last name @param task.promptForPassword prompts for the password of a new account
 * @returns the message to print
 * @throws {ApiError} INVALID; CONFLICT
 */
export async function createAdminFromArguments(
  db: Db,
  task: NewAdmin & { promptForPassword: PasswordPrompt },
  at: Date,
): Promise<string> {
  const [address, first_name, last_name] = parseOrThrow(person, task.person);
  const choosePassword = async () => {
    const password = await task.promptForPassword(formatPasswordQuestion(address), (typed) =>
      findPasswordProblem(typed, task),
    );
    assertUsablePassword(password, task);
    return argon2id.hash(password);
  };
  // Prompt before the transaction, which must not stay open while somebody types.
  const password_hash = (await findAccountByEmail(db, address)) ? null : await choosePassword();
  const admin = { email: address, first_name, last_name, password_hash };
  const outcome = await db.transaction().execute((trx) => createOrPromoteAdmin(trx, admin, at));
  return outcome === 'created'
    ? `${address} can log in.`
    : `${address} is now a member of the ${ROLES.ADMIN.label}. The password is unchanged; they have to log in again.`;
}

/** Removes the second factors of an account. @throws {ApiError} NOT_FOUND when no account has this email address */
export async function resetSecondFactorsOf(trx: Trx, deps: MailDeps, address: string, at: Date): Promise<void> {
  const account = await findAccountByEmail(trx, address);
  if (!account) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  await resetSecondFactors(trx, deps, { userId: account.id, actorId: null, at });
}

/**
 * Sets the password of an account of the Locations Team or a film office, for when single sign-on does not work. Ends its sessions and the
 * links that were emailed to it, and emails its owner. Service tokens stay.
 * @param task.promptForPassword prompts for the password
 * @throws {ApiError} NOT_FOUND when no such account has this email address; INVALID
 */
export async function setPasswordOf(
  db: Db,
  task: {
    readonly address: string;
    readonly siteName: string;
    readonly promptForPassword: PasswordPrompt;
    readonly run: (work: (trx: Trx, deps: MailDeps) => Promise<void>) => Promise<void>;
  },
): Promise<void> {
  const account = await findAccountByEmail(db, task.address);
  if (!account || !usesSingleSignOn(account.role)) throw new ApiError('NOT_FOUND', NO_SUCH_USER);
  const { id, email: address, first_name, last_name } = account;
  const admin = { person: [address, first_name, last_name], siteName: task.siteName };
  const password = await task.promptForPassword(formatPasswordQuestion(address), (typed) =>
    findPasswordProblem(typed, admin),
  );
  assertUsablePassword(password, admin);
  const password_hash = await argon2id.hash(password);
  await task.run(async (trx, deps) => {
    await trx.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    await endSessions(trx, id);
    await deleteTokens(trx, id);
    const kind = { isFirst: false, revokesTokens: false };
    await deps.queueMail(trx, passwordResetMail({ email: address, firstName: first_name }, kind, deps));
  });
}

/** Whether an email address has an account that can open the back office. */
export async function isAdmin(db: Db, address: string): Promise<boolean> {
  const account = await findAccountByEmail(db, address);
  return account !== undefined && roleHas(account.role, 'back-office.open');
}

/** Says why this cannot be the password of an admin. */
export function findPasswordProblem(
  password: string,
  { person: [address = '', ...names], siteName }: NewAdmin,
): string | undefined {
  const { success, error } = newPassword.safeParse(password);
  if (!success) return joinMessages(error);
  const weakness = findWeakness(password, { email: address, names, siteName });
  return weakness && weakPassword(weakness);
}

/** @throws {ApiError} INVALID if this cannot be the password of an admin */
export function assertUsablePassword(password: string, admin: NewAdmin): void {
  const problem = findPasswordProblem(password, admin);
  if (problem !== undefined) throw new ApiError('INVALID', problem);
}

function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new ApiError('INVALID', joinMessages(result.error));
  return result.data;
}

const joinMessages = ({ issues }: z.ZodError) => issues.map(({ message }) => message).join('\n');
