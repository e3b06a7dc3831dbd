import type { Insertable } from 'kysely';
import { ROLE_NAMES, type Role, roleHas } from '../../src/features/accounts/permissions.ts';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Permission } from '../../src/platform/http/contract.ts';
import { type Person, type SignedIn, addPerson, signInAs } from '../support/people.ts';
import { addOption } from '../support/locations.ts';
import type { Site } from '../support/site.ts';

/** Roles with two callers: the first owns the fixtures, or has them in its area; the second owns nothing, and has another area. */
const PAIRS = ['SCOUT', 'OWNER', 'FILM_OFFICE'] as const;
type Single = Exclude<Role, (typeof PAIRS)[number]>;
const SINGLES = ROLE_NAMES.filter((role): role is Single => !(PAIRS as readonly Role[]).includes(role));

/** The callers: people of every role, and people without the permissions of their role. */
export type CallerName =
  | 'nobody'
  | 'unverified'
  | 'deleted'
  | `${Lowercase<(typeof PAIRS)[number]>}${'A' | 'B'}`
  | Lowercase<Single>;

const ROLES = {
  unverified: 'SCOUT',
  deleted: 'SCOUT',
  scoutA: 'SCOUT',
  scoutB: 'SCOUT',
  ownerA: 'OWNER',
  ownerB: 'OWNER',
  film_officeA: 'FILM_OFFICE',
  film_officeB: 'FILM_OFFICE',
  ...(Object.fromEntries(SINGLES.map((role) => [role.toLowerCase(), role])) as Record<Lowercase<Single>, Role>),
} as const satisfies Record<Exclude<CallerName, 'nobody'>, Role>;
export const CALLERS = ['nobody', ...Object.keys(ROLES)] as readonly CallerName[];

export function getRole(caller: Exclude<CallerName, 'nobody'>): Role {
  return ROLES[caller];
}

/** Lists the callers with a verified email address whose role has a permission. */
export function listCallersWith(permission: Permission): CallerName[] {
  return CALLERS.filter((caller) => {
    const isOfRole = caller !== 'nobody' && caller !== 'unverified' && caller !== 'deleted';
    return isOfRole && roleHas(getRole(caller), permission);
  });
}

/** The film office of the second caller; the first one has that of SAMPLE_OPTIONS. */
export const OTHER_OFFICE = 'Moray film liaison';

export type People = Readonly<Record<Exclude<CallerName, 'nobody'>, Person>> & {
  readonly deleted: SignedIn['person'] & Credentials;
};

/** The credentials of a deleted account. */
interface Credentials {
  readonly token: string;
  readonly cookie: string;
}

/**
 * Adds a person for each caller. `changes` returns the canaries of each person. The deleted account was signed in when it was deleted.
 */
export async function addPeople(
  site: Site,
  changes: (name: CallerName) => Partial<Insertable<Database['users']>> = () => ({}),
): Promise<People> {
  const people: Partial<Record<CallerName, Person>> = {};
  for (const name of CALLERS) {
    if (name === 'nobody') continue;
    const unverified = name === 'unverified' && { email_verified_at: null };
    const office = name === 'film_officeB' && { office_id: await addOption(site.db, 'filmoffice', OTHER_OFFICE) };
    people[name] = await addPerson(site.db, getRole(name), { ...changes(name), ...unverified, ...office });
  }
  const { token, cookie } = await signInAs(site, people.deleted!);
  const admin = await signInAs(site, people.admin!);
  const { status } = await admin.fetch(`/api/users/${people.deleted!.id}`, { method: 'DELETE' });
  if (status !== 200) throw new Error(`the account was not deleted: ${status}`);
  return { ...people, deleted: { ...people.deleted, token, cookie } } as People;
}

/** Returns the Cookie header of a caller's browser. */
export async function getCookie(site: Site, people: People, caller: CallerName): Promise<string | undefined> {
  if (caller === 'nobody') return undefined;
  return caller === 'deleted' ? people.deleted.cookie : (await signInAs(site, people[caller])).cookie;
}
