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
  for (const { table, column, treatment, parent, latest } of LOCATION_REFERENCES) {
    const target = sql.table(table);
    if (treatment === 'move-or-delete') {
      const key = sql.ref(parent!);
      if (latest !== undefined)
        await sql`
          delete from ${target} as other using ${target} as moved
          where other.${sql.ref(column)} = ${into} and moved.${sql.ref(column)} = ${from} and moved.${key} = other.${key}
            and moved.${sql.ref(latest)} > coalesce(other.${sql.ref(latest)}, '-infinity')`.execute(trx);
      await sql`
        delete from ${target} where ${sql.ref(column)} = ${from}
          and ${key} in (select ${key} from ${target} where ${sql.ref(column)} = ${into})`.execute(trx);
    }
    if (treatment === 'move' || treatment === 'move-or-delete') {
      await sql`update ${target} set ${sql.ref(column)} = ${into} where ${sql.ref(column)} = ${from}`.execute(trx);
    } else if (treatment === 'move-once') {
      const key = sql.ref(parent!);
      await sql`
        update ${target} as moved set ${sql.ref(column)} = case when not exists (
          select from ${target} as other where other.${key} = moved.${key} and other.${sql.ref(column)} = ${into}
        ) then ${into}::uuid end
        where ${sql.ref(column)} = ${from}`.execute(trx);
    }
  }
}
