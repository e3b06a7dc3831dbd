import type { ReactNode } from 'react';

/** A column of a table, as data. */
export interface Column<Row> {
  /** The name in API calls, where the table can be sorted by it. */
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sort order of the first click on the heading; without it the column cannot be sorted. */
  readonly sort?: 'asc' | 'desc';
  /** Takes the remaining width and wraps its lines. */
  readonly grow?: true;
  readonly align?: 'end';
  /** Its heading is visually hidden. */
  readonly hasHiddenHeading?: true;
  /** Cannot be hidden, because it identifies the row. */
  readonly isAlwaysShown?: true;
}
