import type { Client } from 'pg';

/** Whether a table exists, which an empty database or that of another release may lack. */
export async function hasTable(client: Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select where to_regclass($1) is not null', [name]);
  return rowCount !== 0;
}
