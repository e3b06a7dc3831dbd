import type { Kysely } from 'kysely';
import type { Database } from '../../src/platform/db/tables.ts';

/** Links an account with somebody at a provider. */
export async function linkAccount(
  db: Kysely<Database>,
  user_id: string,
  { issuer, subject } = { issuer: 'https://log-in.example', subject: user_id },
): Promise<void> {
  const at = new Date();
  await db
    .insertInto('single_sign_on_links')
    .values({ user_id, issuer, subject, linked_at: at, last_used_at: at })
    .execute();
}
