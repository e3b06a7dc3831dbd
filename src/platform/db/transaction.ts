import type { Transaction } from 'kysely';
import type { Database } from './tables.ts';

/** A database transaction: the first argument of every function that writes. */
export type Trx = Transaction<Database>;
