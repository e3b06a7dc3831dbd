import { stringify } from 'csv-stringify/sync';

/** A value of a cell; null and undefined are an empty one. */
export type Cell = string | number | boolean | null | undefined;

/** Without it, spreadsheets take what follows for another encoding, and every accent for two signs. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes a list as CSV, in pieces of text: a line of headings, then a line for each row. A text that a spreadsheet would take for a
 * formula is written so that it stays text.
 */
export async function* toCsv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, void> {
  yield BYTE_ORDER_MARK + toLines([headings]);
  for await (const rows of batches) yield toLines(rows);
}

const BATCH_SIZE = 1_000;

/**
 * The rows of a list whose ids are known, a batch at a time: what comes and goes meanwhile moves none of them.
 * @param fetchRows the rows of some of the ids, in their order
 */
export async function* fetchInBatches<Id>(
  ids: readonly Id[],
  fetchRows: (ids: readonly Id[]) => Promise<readonly (readonly Cell[])[]>,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    // oxlint-disable-next-line no-await-in-loop -- as fast as they are taken
    yield await fetchRows(ids.slice(from, from + BATCH_SIZE));
}

function toLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: (value) => (value ? 'Yes' : 'No') },
  });
}
