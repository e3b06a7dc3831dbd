import { type RawBuilder, sql } from 'kysely';
import type { CommandContext } from '../../../platform/http/handlers.ts';
import { type Expected, lockChecked, updateImport } from './commands.server.ts';
import { selectCheckedRows } from './queries.server.ts';
import type { RowGroup } from './schema.ts';

const GROUP_CONDITIONS: Readonly<Record<RowGroup, RawBuilder<unknown>>> = {
  OUTSIDE: sql`is_outside`,
  DUPLICATES: sql`score is not null`,
};

/** Chooses which rows are imported. @throws {ApiError} NOT_FOUND; CONFLICT for another version, or one that is not checked */
export async function setRowSelection(
  context: CommandContext,
  { isSelected, rows, ...expected }: Expected & { isSelected: boolean; rows: RowGroup | readonly number[] },
): Promise<void> {
  const { id } = await lockChecked(context, expected);
  const condition = typeof rows === 'string' ? GROUP_CONDITIONS[rows] : sql`line = any(${rows}::integer[])`;
  await sql`
    update import_rows set is_selected = ${isSelected}
    where import_id = ${id} and position in (select position from ${selectCheckedRows(id)} where ${condition})`.execute(
    context.trx,
  );
  await updateImport(context.trx, expected, { state: 'CHECKED' });
}
