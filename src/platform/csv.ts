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

function lines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { boolean: (value) => (value ? 'Yes' : 'No') },
  });
}
