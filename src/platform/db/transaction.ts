import type { Kysely, Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** The database, in a transaction or not: the first argument of every function that reads. */
export type Db = Kysely<Database>;

/** A database transaction: the first argument of every function that writes. */
export type Trx = Transaction<Database>;
