import type { Database } from './tables.ts';
import type { Db } from './transaction.ts';

/** Returns a secret of the site. Signed and hashed texts must include their purpose, so that they cannot be used for another one. */
export async function getSecret(db: Db, name: Database['secrets']['name']): Promise<string> {
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return value;
}
