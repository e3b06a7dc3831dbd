import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import { LOCATION_REFERENCES } from './references.ts';

/** A location, and the one that takes its place. */
export interface MergedIds {
  readonly from: string;
  readonly into: string;
}

/** Moves everything that simply refers to a location to the one that takes its place. */
export async function moveReferences(trx: Trx, { from, into }: MergedIds): Promise<void> {
  for (const { table, column, treatment, parent } of LOCATION_REFERENCES) {
    if (treatment === 'move') {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(
        trx,
      );
    } else if (treatment === 'move-once') {
      const [target, key] = [sql.table(table), sql.ref(parent!)];
      await sql`
        update ${target} as moved set ${sql.ref(column)} = case when not exists (
          select from ${target} as other where other.${key} = moved.${key} and other.${sql.ref(column)} = ${into}
        ) then ${into}::uuid end
        where ${sql.ref(column)} = ${from}`.execute(trx);
    }
  }
}
