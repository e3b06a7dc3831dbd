import { sql } from 'kysely';
import type { Db } from '../../../platform/db/transaction.ts';
import type { Paged } from '../../../platform/http/paging.ts';
import { toSearchWords } from '../../accounts/administration/queries.server.ts';
import { listRolesWith } from '../../accounts/permissions.ts';
import { listContacts } from '../editing/contacts/queries.server.ts';
import { type AccountHolder, CANDIDATES_PER_PAGE, type Candidate } from './schema.ts';

/** The owner of a location; undefined if it has none. */
export async function getOwner(db: Db, locationId: string): Promise<AccountHolder | undefined> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('locations as l', 'l.owner_id', 'u.id')
    .select(['u.id', 'u.first_name', 'u.last_name', 'u.email', 'u.telephone1 as telephone'])
    .where('l.id', '=', locationId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { email, telephone, ...user } = row;
  return { user, user_role: 'OWNER', email, telephone, primary: false };
}

/** The owner of a location, if it has one, then its contacts, the primary one first. */
export async function listOwners(db: Db, locationId: string): Promise<AccountHolder[]> {
  const [owner, contacts] = await Promise.all([getOwner(db, locationId), listContacts(db, locationId)]);
  const others = contacts.map(({ id, firstname, lastname, email, telephone, primary }): AccountHolder => {
    return {
      user: { id, first_name: firstname, last_name: lastname },
      user_role: 'CONTACT',
      email,
      telephone,
      primary,
    };
  });
  return owner ? [owner, ...others] : others;
}

/** A page of the owners that match a query, except one. */
export async function listCandidates(
  db: Db,
  { query, page, except }: { query: string; page: number; except: string | null },
): Promise<Paged<Candidate>> {
  const wanted = toSearchWords({ query });
  let found = db
    .selectFrom('users')
    .where('enabled_at', 'is not', null)
    .where('role', 'in', listRolesWith('location.own'));
  if (except !== null) found = found.where('id', '<>', except);
  if (wanted !== '') found = found.where(sql<boolean>`words @@ ${wanted}::tsquery`);
  const [data, { total }] = await Promise.all([
    found
      .select(['id', 'first_name', 'last_name', 'email'])
      .$narrowType<{ email: string }>()
      .orderBy('last_name_folded')
      .orderBy('first_name_folded')
      .orderBy('id')
      .limit(CANDIDATES_PER_PAGE)
      .offset((page - 1) * CANDIDATES_PER_PAGE)
      .execute(),
    found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { data, total, current_page: page, per_page: CANDIDATES_PER_PAGE };
}
