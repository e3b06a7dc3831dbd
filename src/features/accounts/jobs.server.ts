import type { Kysely } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import { SESSION_AGES } from './sessions/ages.ts';

/** Removes sessions and links that have ended by their age, and counts of tries that are over. */
export async function forgetEnded(db: Kysely<Database>, now = new Date()): Promise<void> {
  const ages = Object.values(SESSION_AGES);
  const before = (age: number) => new Date(now.getTime() - age);
  await db
    .deleteFrom('sessions')
    .where((eb) =>
      eb.or([
        eb('used_at', '<=', before(Math.max(...ages.map(({ idle }) => idle)))),
        eb('created_at', '<=', before(Math.max(...ages.map(({ total }) => total)))),
      ]),
    )
    .execute();
  await db.deleteFrom('account_tokens').where('expires_at', '<=', now).execute();
  await db.deleteFrom('tries').where('forgotten_at', '<=', now).execute();
}
