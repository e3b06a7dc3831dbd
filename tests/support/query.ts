import { openClient } from '../../src/platform/db/pool.ts';

/** Runs a statement on a separate connection. */
export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = await openClient(url);
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
