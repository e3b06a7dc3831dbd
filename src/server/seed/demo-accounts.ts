import { createAccount, disablePasswords, enablePasswords } from '../../features/accounts/commands.server.ts';
import { DEMO_PASSWORD } from '../../features/accounts/passwords/demo-password.ts';
import { argon2id } from '../../features/accounts/passwords/hashing.server.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import type { Db, Trx } from '../../platform/db/transaction.ts';

/** The email address of the account of the Locations Team. */
export const DEMO_ADMIN = 'admin@recce.example';

const PEOPLE = [
  { role: 'ADMIN', email: DEMO_ADMIN, first_name: 'Ailsa', last_name: 'Munro' },
  {
    role: 'SCOUT',
    email: 'scout@recce.example',
    first_name: 'Callum',
    last_name: 'Reid',
    telephone1: '0131 496 0155',
    jobtitle: 'Location manager',
  },
  {
    role: 'OWNER',
    email: 'owner@recce.example',
    first_name: 'Morag',
    last_name: 'Sinclair',
    telephone1: '0131 496 0166',
  },
] as const;

/** The email addresses of the demo accounts. */
export const DEMO_EMAILS = PEOPLE.map(({ email }) => email);

/** Creates the demo accounts. Their password is public. */
export async function addDemoAccounts(trx: Trx, at: Date): Promise<void> {
  const password_hash = await argon2id.hash(DEMO_PASSWORD);
  for (const person of PEOPLE)
    await createAccount(trx, { ...person, password_hash, created_at: at, email_verified_at: at });
}

/** Locks the demo accounts, if there are any: ends their sessions and disables their passwords. */
export async function lockDemoAccounts(db: Db): Promise<void> {
  await db.transaction().execute((trx) => disablePasswords(trx, DEMO_EMAILS));
}

/** Enables the demo accounts after {@link lockDemoAccounts}. */
export async function unlockDemoAccounts(db: Db): Promise<void> {
  const password_hash = await argon2id.hash(DEMO_PASSWORD);
  await db.transaction().execute((trx) => enablePasswords(trx, DEMO_EMAILS, password_hash));
}

/** Returns the list of demo accounts for the console; empty if there are none. */
export async function describeDemoAccounts(db: Db): Promise<string> {
  const found = await db.selectFrom('users').select(['email', 'role']).where('email', 'in', DEMO_EMAILS).execute();
  if (found.length === 0) return '';
  const lines = found.map(({ email, role }) => `    ${email}  ${ROLES[role].label}`);
  return [`  Demo accounts, all with the password ${DEMO_PASSWORD}:`, ...lines, '', ''].join('\n');
}
