import { randomBytes } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { BrowserContext } from 'playwright-core';
import { argon2id } from '../../src/features/accounts/passwords/hashing.server.ts';
import { createSession } from '../../src/features/accounts/sessions/commands.server.ts';
import { sessionCookie } from '../../src/features/accounts/sessions/session-cookie.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { createHttpApi } from '../../src/platform/http/api-client.ts';
import { ROLES, type Role, getPermissions } from '../../src/features/accounts/permissions.ts';
import type { Api } from '../../src/platform/http/contract.ts';
import type { Actor } from '../../src/platform/http/route-permission.ts';
import { SAMPLE_OPTIONS, addOption } from './locations.ts';
import type { Site } from './site.ts';

/** The password of all test accounts. */
export const PASSWORD = 'a lamp on the weir';
const passwordHash = argon2id.hash(PASSWORD);

export interface Person extends Actor {
  readonly role: Role;
  readonly email: string;
}

/** Adds a verified account with a role and a unique email address. A film office is that of SAMPLE_OPTIONS unless it is given. */
export async function addPerson(
  db: Kysely<Database>,
  role: Role,
  changes: Partial<Insertable<Database['users']>> = {},
): Promise<Person> {
  const office_id = ROLES[role].hasOffice ? await addOption(db, 'filmoffice', SAMPLE_OPTIONS.filmoffice[0]!) : null;
  const email = changes.email ?? `${role.toLowerCase()}-${randomBytes(5).toString('hex')}@crew.example`;
  const added = await db
    .insertInto('users')
    .values({
      role,
      first_name: 'Isla',
      last_name: 'Robertson',
      email,
      password_hash: await passwordHash,
      telephone1: '0131 496 0177',
      jobtitle: role === 'SCOUT' ? 'Location manager' : null,
      email_verified_at: new Date(),
      office_id,
      ...changes,
    })
    .returning(['id', 'email_verified_at', 'office_id'])
    .executeTakeFirstOrThrow();
  const { id, email_verified_at, office_id: officeId } = added;
  return { id, role, permissions: getPermissions(role), email, verified: email_verified_at !== null, officeId };
}

/** A person with a session, for API clients and browsers. */
export interface SignedIn {
  readonly person: Person;
  /** Calls the site's API as this person. */
  readonly api: Api;
  readonly token: string;
  /** Like `fetch`, with a path of the site and the person's token. */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The Cookie header of a browser. */
  readonly cookie: string;
  /** Adds the session cookie to a browser context. */
  readonly enter: (context: BrowserContext) => Promise<void>;
}

/** Adds an account with a role and signs it in. */
export async function addSignedInPerson(
  site: Pick<Site, 'url' | 'db'>,
  role: Role,
  changes: Partial<Insertable<Database['users']>> = {},
): Promise<SignedIn> {
  return signInAs(site, await addPerson(site.db, role, changes));
}

/** Signs in a person with an account. @param at by the clock of the site */
export async function signInAs(
  { url, db }: Pick<Site, 'url' | 'db'>,
  person: Person,
  at = new Date(),
): Promise<SignedIn> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const session = { id: person.id, passwordHash: password_hash ?? '' };
  const secrets = await db.transaction().execute((trx) => createSession(trx, session, at));
  if (!secrets) throw new Error('this person has no account any more');
  const { key, token } = secrets;
  const { name } = sessionCookie(url);
  return {
    person,
    token,
    cookie: `${name}=${key}`,
    api: createHttpApi({ origin: url, token: () => token }),
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      return fetch(url + path, { redirect: 'manual', ...init, headers });
    },
    enter: (context) => context.addCookies([{ name, value: key, url, httpOnly: true, sameSite: 'Lax' }]),
  };
}
