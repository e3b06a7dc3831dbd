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
  yield BYTE_ORDER_MARK + lines([headings]);
  for await (const rows of batches) yield lines(rows);
}

const BATCH = 1_000;

/**
 * The rows of a list whose ids are known, a batch at a time: what comes and goes meanwhile moves none of them.
 * @param rowsOf the rows of some of the ids, in their order
 */
export async function* inBatches<Id>(
  ids: readonly Id[],
  rowsOf: (ids: readonly Id[]) => Promise<readonly (readonly Cell[])[]>,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  for (let from = 0; from < ids.length; from += BATCH)
    // oxlint-disable-next-line no-await-in-loop -- as fast as they are taken
    yield await rowsOf(ids.slice(from, from + BATCH));
}

function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: (value) => (value ? 'Yes' : 'No') },
  });
}
