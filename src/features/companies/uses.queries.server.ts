import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/transaction.ts';
import type { Kind } from './kinds.ts';

/**
 * Returns the condition that a company or person is in use: another table has a reference to it that restricts its deletion. It is read from
 * the database, since features above this one have such references.
 * @param id SQL of the id
 */
export async function getUseCondition(db: Db, kind: Kind, id: RawBuilder<unknown>): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ table: string; column: string }>`
    select r.relname as "table", a.attname as "column"
    from pg_constraint fk join pg_class r on r.oid = fk.conrelid
      join pg_attribute a on a.attrelid = fk.conrelid and a.attnum = fk.conkey[1]
    where fk.contype = 'f' and fk.confrelid = ${kind}::regclass and fk.confdeltype in ('a', 'r')`.execute(db);
  const uses = rows.map(
    ({ table, column }) =>
      sql<boolean>`exists (select from ${sql.table(table)} used where used.${sql.ref(column)} = ${id})`,
  );
  return uses.length === 0 ? sql`false` : sql`(${sql.join(uses, sql` or `)})`;
}
