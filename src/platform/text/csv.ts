import { stringify } from 'csv-stringify/browser/esm/sync';

/** The value of a cell; null and undefined are written as empty. */
export type Cell = string | number | boolean | null | undefined;

/** Makes spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Formats rows as CSV with a line of headings, in chunks of text. Text that a spreadsheet would evaluate as a formula is escaped. */
export async function* toCsv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, void> {
  yield BYTE_ORDER_MARK + toLines([headings]);
  for await (const rows of batches) yield toLines(rows);
}

const BATCH_SIZE = 1_000;

/**
 * Fetches the rows of a list in batches by id, so that concurrent inserts and deletes do not shift the batches.
 * @param fetchRows returns the rows of some of the ids, in their order
 */
export async function* fetchInBatches<Id>(
  ids: readonly Id[],
  fetchRows: (ids: readonly Id[]) => Promise<readonly (readonly Cell[])[]>,
): AsyncGenerator<readonly (readonly Cell[])[], void, void> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE)
    // oxlint-disable-next-line no-await-in-loop -- batches are fetched as the consumer reads them
    yield await fetchRows(ids.slice(from, from + BATCH_SIZE));
}

function toLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    escape_formulas: true,
    record_delimiter: 'windows',
    // With this delimiter, csv-stringify quotes no lone line break, at which most programs begin a new row.
    quoted_match: /[\r\n]/,
    cast: { boolean: (value) => (value ? 'Yes' : 'No') },
  });
}
