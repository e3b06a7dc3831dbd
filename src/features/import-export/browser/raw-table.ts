/** The first row of a file and those after it. Empty rows are left out. */
export interface RawTable {
  readonly records: readonly { readonly line: number; readonly record: readonly string[] }[];
  /** Whether a row can be shorter than the headings, because the format leaves out empty cells. */
  readonly isSparse: boolean;
}

/** A sheet of a workbook, or a CSV file, which has no name, with the values of its cells, or with the reason why it cannot be read. */
export type RawSheet = { readonly name: string } & (RawTable | { readonly problem: string });
