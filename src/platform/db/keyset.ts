/** The nil UUID, which sorts before all others: the start of a keyset by id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Keyset pagination: reads rows in batches of `size`, with one batch in memory at a time.
 * @param read returns the first `size` rows after a key, in a unique order
 */
export async function* keysetBatches<Key, Row extends Key>(
  size: number,
  read: (after?: Key) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let rows: Row[] = [];
  do {
    // oxlint-disable-next-line no-await-in-loop -- each batch starts after the previous one
    rows = await read(rows.at(-1));
    if (rows.length > 0) yield rows;
  } while (rows.length === size);
}
