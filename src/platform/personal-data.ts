import type { RawBuilder } from 'kysely';
import { readByCursor } from './db/cursor.ts';
import type { Db } from './db/transaction.ts';
import type { Key } from './storage/storage.ts';

/** Whose data is exported. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** A stored file in the archive. */
export interface PersonalFile {
  /** Its name in the archive. */
  readonly name: string;
  readonly key: Key;
}

/** A part of the archive of everything that the site has stored about a person: one JSON file with a list, and files that belong to it. */
export interface PersonalDataSection {
  /** The name of the JSON file, without `.json`. */
  readonly name: string;
  /** What it has, for the list of contents. */
  readonly description: string;
  /** The columns with ids or addresses of people by which it finds its rows, as `table.column`. A test finds those that no section has. */
  readonly covers: readonly string[];
  readonly read: (db: Db, person: Person) => AsyncIterable<readonly object[]>;
  readonly listFiles?: (db: Db, person: Person) => Promise<readonly PersonalFile[]>;
}

/** Reads all rows of a query in batches. */
export function readRows(db: Db, query: RawBuilder<object>): AsyncGenerator<readonly object[]> {
  return readByCursor(
    db,
    () => query,
    async (_snapshot, rows) => rows,
  );
}
