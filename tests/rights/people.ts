import type { Insertable } from 'kysely';
import type { Role } from '../../src/features/accounts/permissions.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import { type Person, type SignedIn, addPerson, enter } from '../support/people.ts';
import type { Site } from '../support/site.ts';

/**
 * Everybody who may ask, in the order of the columns of the table of rights. What there is belongs to the first scout, or to the
 * first owner. */
export const ASKING = ['nobody', 'unverified', 'deleted', 'scoutA', 'scoutB', 'ownerA', 'ownerB', 'admin'] as const;
export type Asking = (typeof ASKING)[number];

const ROLES: Readonly<Record<Exclude<Asking, 'nobody'>, { role: Role; verified?: false }>> = {
  unverified: { role: 'SCOUT', verified: false },
  deleted: { role: 'SCOUT' },
  scoutA: { role: 'SCOUT' },
  scoutB: { role: 'SCOUT' },
  ownerA: { role: 'OWNER' },
  ownerB: { role: 'OWNER' },
  admin: { role: 'ADMIN' },
};

export type People = Readonly<Record<Exclude<Asking, 'nobody'>, Person>> & {
  readonly deleted: SignedIn['person'] & Gone;
};

/** What somebody still has whose account was deleted. */
interface Gone {
  readonly token: string;
  readonly cookie: string;
}

/**
 * One person for each column but the first. `changes` says what of each is to be known again where it must not be seen. One was
 * signed in when the account was deleted.
 */
export async function addPeople(
  site: Site,
  changes: (name: Asking) => Partial<Insertable<Database['users']>> = () => ({}),
): Promise<People> {
  const people: Partial<Record<Asking, Person>> = {};
  for (const name of ASKING) {
    if (name === 'nobody') continue;
    const { role, verified } = ROLES[name];
    const unverified = verified === false && { email_verified_at: null };
    people[name] = await addPerson(site.db, role, { ...changes(name), ...unverified });
  }
  const { token, cookie } = await enter(site, people.deleted!);
  const admin = await enter(site, people.admin!);
  const { status } = await admin.fetch(`/api/users/${people.deleted!.id}`, { method: 'DELETE' });
  if (status !== 200) throw new Error(`the account was not deleted: ${status}`);
  return { ...people, deleted: { ...people.deleted, token, cookie } } as People;
}

/** What a browser of one of the people sends when it asks for a page. */
export async function cookieOf(site: Site, people: People, asking: Asking): Promise<string | undefined> {
  if (asking === 'nobody') return undefined;
  return asking === 'deleted' ? people.deleted.cookie : (await enter(site, people[asking])).cookie;
}
