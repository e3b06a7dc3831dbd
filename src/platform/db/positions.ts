import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './transaction.ts';
import { moveBefore } from '../move-before.ts';

/** Rows whose column `position` holds their order, counted from 0. Lock what the list belongs to before changing it. */
export interface OrderedRows {
  readonly table: string;
  /** Column that identifies a row in the list. */
  readonly id: string;
  readonly where: RawBuilder<boolean>;
  /** `position`, then what decides between equal ones. */
  readonly orderBy: RawBuilder<unknown>;
}

/** Moves a row before the one at `position` now; to the end where none is. */
export async function moveRow(trx: Trx, rows: OrderedRows, id: string, position: number): Promise<void> {
  const { table, id: column, where, orderBy } = rows;
  const current = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where ${where} order by ${orderBy}`.execute(trx);
  const ids = current.rows.map((row) => row.id);
  await saveOrder(trx, rows, moveBefore(ids, id, position));
}

/** Gives rows the positions of their ids in `ids`; writes only those that change. */
export async function saveOrder(
  trx: Trx,
  { table, id, where }: OrderedRows,
  ids: readonly string[] | readonly number[],
): Promise<void> {
  const type = sql.raw(typeof ids[0] === 'number' ? 'integer' : 'uuid');
  await sql`
    update ${sql.table(table)} set position = place - 1
    from unnest(${ids}::${type}[]) with ordinality as given (row_id, place)
    where ${sql.ref(id)} = row_id and ${where} and position <> place - 1`.execute(trx);
}
