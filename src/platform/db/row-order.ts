import { type RawBuilder, sql } from 'kysely';
import type { Trx } from './transaction.ts';
import { moveBefore } from './move-before.ts';

/** Rows ordered by the column `position`, counted from 0. Lock the parent row before changing the order. */
export interface OrderedRows {
  readonly table: string;
  /** The column that identifies a row in the list. */
  readonly id: string;
  readonly where: RawBuilder<boolean>;
  /** `position` and a tie-breaker. */
  readonly orderBy: RawBuilder<unknown>;
}

/** Moves a row before the one with the id `beforeId`, or without such a row, before the one that is at `position` now; else to the end. */
export async function moveRow(
  trx: Trx,
  rows: OrderedRows,
  id: string,
  position: number,
  beforeId?: string,
): Promise<void> {
  const { table, id: column, where, orderBy } = rows;
  const current = await sql<{ id: string }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where ${where} order by ${orderBy}`.execute(trx);
  const ids = current.rows.map((row) => row.id);
  const before = beforeId === undefined ? -1 : ids.indexOf(beforeId);
  await saveOrder(trx, rows, moveBefore(ids, id, before === -1 ? position : before));
}

/** Sets the position of each row to that of its id in `ids`; writes only rows that change. */
export async function saveOrder(
  trx: Trx,
  { table, id, where }: OrderedRows,
  ids: readonly string[] | readonly number[],
): Promise<void> {
  const type = sql.raw(typeof ids[0] === 'number' ? 'integer' : 'uuid');
  await sql`
    update ${sql.table(table)} set position = ordinal - 1
    from unnest(${ids}::${type}[]) with ordinality as new_order (row_id, ordinal)
    where ${sql.ref(id)} = row_id and ${where} and position <> ordinal - 1`.execute(trx);
}
