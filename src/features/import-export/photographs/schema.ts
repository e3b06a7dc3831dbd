import type { ImportedRow } from '../schema.ts';

/** A file of a folder or a ZIP archive. */
export interface SourceEntry {
  /** With its folders, separated by slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
}

/** A folder or a ZIP archive of photographs on the server. */
export interface PhotographSource {
  /** Its absolute path, without links. */
  readonly root: string;
  readonly entries: readonly SourceEntry[];
  /**
   * Reads a file, unless it is no picture by its size.
   * @throws {ApiError} INVALID or TOO_LARGE, with the reason
   */
  read(path: string): Promise<Buffer>;
  close(): Promise<void>;
}

/** A photograph that a row names, or that is in its folder. */
export interface MatchedPhotograph {
  readonly row: ImportedRow;
  readonly file: SourceEntry;
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
