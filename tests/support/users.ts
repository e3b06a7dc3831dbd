import { randomUUID } from 'node:crypto';
import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../src/platform/db/tables.ts';
import type { Actor } from '../../src/platform/http/server.ts';

/** Somebody with an account. */
export interface Person extends Actor {
  readonly email: string;
}

/** Adds an account, of a Location Professional with a verified address unless something else is said. Nobody can log in to it. */
export async function addUser(
  db: Kysely<Database>,
  changes: Partial<Insertable<Database['users']>> = {},
): Promise<Person> {
  const id = randomUUID();
  const columns = {
    id,
    role: 'SCOUT' as const,
    first_name: 'Catriona',
    last_name: 'Muir',
    email: `${id}@northlight.example`,
    password_hash: 'none',
    email_verified_at: new Date(),
    ...changes,
  };
  await db.insertInto('users').values(columns).execute();
  const { role, email, email_verified_at } = columns;
  return { id: columns.id ?? id, role, email: email ?? '', verified: email_verified_at !== null };
}
