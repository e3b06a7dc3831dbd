/** The nil UUID, before every other one: where reading by id begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Keyset pagination: reads rows in batches of `size`, each from where the one before ended, so that memory holds one batch.
 * @param read the first `size` rows in a unique order, of those after the given one
 */
export async function* keysetBatches<Key, Row extends Key>(
  size: number,
  read: (after?: Key) => Promise<Row[]>,
): AsyncGenerator<Row[], void, void> {
  let rows: Row[] = [];
  do {
    // oxlint-disable-next-line no-await-in-loop -- each batch begins where the one before ended
    rows = await read(rows.at(-1));
    if (rows.length > 0) yield rows;
  } while (rows.length === size);
}
