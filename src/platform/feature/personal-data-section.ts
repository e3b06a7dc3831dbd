import type { RawBuilder } from 'kysely';
import { readByCursor } from '../db/cursor.ts';
import type { Db } from '../db/transaction.ts';
import type { Key } from '../storage/storage.ts';

/** The person whose data is exported. */
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

/** A section of the archive of personal data: one JSON file with a list, and the files that belong to it. */
export interface PersonalDataSection {
  /** The name of the JSON file, without `.json`. */
  readonly name: string;
  /** Description for the list of contents. */
  readonly description: string;
  /** The columns with ids or email addresses of people that it searches, as `table.column`. A test finds columns that no section covers. */
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
