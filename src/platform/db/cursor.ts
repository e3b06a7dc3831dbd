import { type Expression, sql } from 'kysely';
import type { Db } from './transaction.ts';

const BATCH_SIZE = 1_000;

/**
 * Reads the rows of a query in batches from one snapshot, with one batch in memory at a time. Occupies a connection until the last batch
 * is read or the reader stops.
 * @param query for instance the ids of a list, in its order
 * @param read fetches the data of a batch from the same snapshot
 */
export async function* readByCursor<Row, Batch>(
  db: Db,
  query: (snapshot: Db) => Promise<Expression<Row>> | Expression<Row>,
  read: (snapshot: Db, rows: readonly Row[]) => Promise<Batch>,
): AsyncGenerator<Batch, void, void> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // A client that stops reading its download must not occupy a connection of the pool.
    await sql`set local idle_in_transaction_session_timeout = '30s'`.execute(snapshot);
    await sql`declare batches no scroll cursor for ${await query(snapshot)}`.execute(snapshot);
    for (let size = BATCH_SIZE; size === BATCH_SIZE;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_SIZE)} from batches`.execute(snapshot);
      size = rows.length;
      yield await read(snapshot, rows);
    }
  } finally {
    await snapshot.rollback().execute();
  }
}
