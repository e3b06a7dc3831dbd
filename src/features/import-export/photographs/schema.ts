import type { ImportedRow } from '../schema.ts';

/** An entry of the folder that is no folder itself. */
export interface FolderEntry {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
}

/** A photograph that a row names, or that is in its folder. */
export interface MatchedPhotograph {
  readonly row: ImportedRow;
  readonly file: FolderEntry;
  /** Null where the table has none: then the file may have one. */
  readonly caption: string | null;
  readonly credit: string | null;
}

/** Why a file or a name is left out, or what is to be noted about it. */
export interface PhotographFinding {
  /** The line of the row; null for what no row is about. */
  readonly line: number | null;
  /** A file, or a name of the table or of a folder. */
  readonly name: string;
  readonly message: string;
}

/** What the table and the folder have to do with each other. */
export interface Match {
  /** In the order of the rows, and of the photographs in each. */
  readonly photographs: readonly MatchedPhotograph[];
  readonly leftOut: readonly PhotographFinding[];
  readonly warnings: readonly PhotographFinding[];
}
