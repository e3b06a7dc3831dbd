import { z } from 'zod';
import type { Db } from '../../platform/db/transaction.ts';
import { ApiError } from '../../platform/http/contract.ts';
import { email, firstName, lastName, newPassword } from '../../platform/field-schemas.ts';
import { createOrPromoteAdmin } from './commands.server.ts';
import { argon2id } from './passwords/hashing.server.ts';
import { isWeak } from './passwords/password-strength.ts';
import { ROLES } from './permissions.ts';
import { findAccountByEmail } from './queries.server.ts';
import { WEAK_PASSWORD } from './messages.ts';

const person = z.tuple([email, firstName, lastName]);

/**
 * Creates an account of the Locations Team, or promotes an existing account.
 * @param task.person address, first and last name @param task.promptForPassword prompts for the password of a new account
 * @returns the message to print
 * @throws {ApiError} INVALID; CONFLICT
 */
export async function createAdminFromArguments(
  db: Db,
  task: { person: readonly string[]; siteName: string; promptForPassword: (question: string) => Promise<string> },
  at: Date,
): Promise<string> {
  const [address, first_name, last_name] = parseOrThrow(person, task.person);
  const choosePassword = async () => {
    const password = parseOrThrow(newPassword, await task.promptForPassword(`Password of ${address}: `));
    const context = { email: address, names: [first_name, last_name], siteName: task.siteName };
    if (isWeak(password, context)) throw new ApiError('INVALID', WEAK_PASSWORD);
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

function parseOrThrow<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (!result.success) throw new ApiError('INVALID', result.error.issues.map(({ message }) => message).join('\n'));
  return result.data;
}
