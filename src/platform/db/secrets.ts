import type { Database } from './tables.ts';
import type { Db } from './transaction.ts';

/** Returns a secret of the site. What is signed or hashed with it must name its purpose, so that it cannot serve another one. */
export async function getSecret(db: Db, name: Database['secrets']['name']): Promise<string> {
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return value;
}
