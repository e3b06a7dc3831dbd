import { randomUUID } from 'node:crypto';
import type { Db } from '../../src/platform/db/transaction.ts';

/** The other columns of an uploaded file. */
export interface ImportMarks {
  readonly fileName?: string;
  readonly title?: string;
  readonly changes?: string;
  readonly unreadable?: string;
  readonly sheet?: string;
  readonly sheetProblem?: string;
  readonly sheetRows?: string;
}

/** Adds a workbook of two rows that a user has uploaded and checked: it changes a location, and has a refused row. It has three sheets. Returns its id. */
export async function addImport(
  db: Db,
  { userId, locationId, marks = {} }: { userId: string; locationId: string; marks?: ImportMarks | undefined },
): Promise<string> {
  const { fileName = 'catalogue.xlsx', title = 'Old mill', changes = 'A mill', unreadable = null } = marks;
  const { sheet = 'Coast', sheetProblem = 'The file has headings but no rows.', sheetRows = 'Quay' } = marks;
  const { id } = await db
    .insertInto('imports')
    .values({
      state: 'CHECKED',
      file_name: fileName,
      headings: ['Name'],
      row_count: 2,
      checked_rows: 2,
      mapping: JSON.stringify(['title']),
      created_by: userId,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const row = { import_id: id, cells: ['x'], title, version: 1 };
  await db
    .insertInto('import_rows')
    .values([
      {
        ...row,
        position: 1,
        line: 2,
        result: 'CHANGED',
        location_id: locationId,
        unreadable,
        changes: JSON.stringify([{ field: 'Description', before: '', after: changes }]),
      },
      {
        ...row,
        position: 2,
        line: 3,
        result: 'REFUSED',
        location_id: randomUUID(),
        version: null,
        problems: ['“Palace” is not an option of category.'],
      },
    ])
    .execute();
  const toRows = (cell: string) => JSON.stringify([{ line: 2, cells: [cell], unreadable: null }]);
  const table = { import_id: id, headings: ['Name'], row_count: 1 };
  await db
    .insertInto('import_sheets')
    .values([
      { ...table, number: 1, name: 'Inland', rows: toRows('x'), is_chosen: true },
      { ...table, number: 2, name: sheet, rows: toRows(sheetRows) },
      { import_id: id, number: 3, name: 'Notes', problem: sheetProblem },
    ])
    .execute();
  return id;
}
