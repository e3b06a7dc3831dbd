import type { Kysely } from 'kysely';
import { createAccount, disablePasswords, enablePasswords } from '../../features/accounts/commands.server.ts';
import { argon2id } from '../../features/accounts/passwords/hashing.server.ts';
import { ROLES } from '../../features/accounts/permissions.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Trx } from '../../platform/db/transaction.ts';

const PASSWORD = 'recce-demo-2026';
const PEOPLE = [
  { role: 'ADMIN', email: 'admin@recce.example', first_name: 'Ailsa', last_name: 'Munro' },
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

const EMAILS = PEOPLE.map(({ email }) => email);

/** Makes the accounts of the demo, whose password everybody knows. */
export async function addSignIns(trx: Trx, at: Date): Promise<void> {
  const password_hash = await argon2id.hash(PASSWORD);
  for (const person of PEOPLE)
    await createAccount(trx, { ...person, password_hash, created_at: at, email_verified_at: at });
}

/** Ends the accounts of the demo, if a demo filled this database earlier: nobody stays signed in, nobody can log in. */
export async function lockSignIns(db: Kysely<Database>): Promise<void> {
  await db.transaction().execute((trx) => disablePasswords(trx, EMAILS));
}

/** Opens the accounts of the demo that were ended. */
export async function unlockSignIns(db: Kysely<Database>): Promise<void> {
  const password_hash = await argon2id.hash(PASSWORD);
  await db.transaction().execute((trx) => enablePasswords(trx, EMAILS, password_hash));
}

/** What there is to sign in with in the demo, in lines; empty without its accounts. */
export async function describeSignIns(db: Kysely<Database>): Promise<string> {
  const found = await db.selectFrom('users').select(['email', 'role']).where('email', 'in', EMAILS).execute();
  if (found.length === 0) return '';
  const lines = found.map(({ email, role }) => `    ${email}  ${ROLES[role].label}`);
  return [`  Sign-ins of the demo, all with the password ${PASSWORD}:`, ...lines, '', ''].join('\n');
}
