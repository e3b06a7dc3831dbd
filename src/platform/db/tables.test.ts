import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';
import { generateTables } from '../../../tools/tables.ts';

const { kysely: db } = await testDatabase();

test('every foreign key with a delete action has an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as reference from pg_constraint c
    where c.contype = 'f' and c.confdeltype <> 'a' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey))`.execute(db);
  expect(rows).toEqual([]);
});

test('every check constraint on several columns has a descriptive name', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and (conname = conrelid::regclass || '_check' or conname ~ '_check\\d+$')`.execute(db);
  expect(rows).toEqual([]);
});

test('tables.ts is current: after a migration, run `npm run tables`', async () => {
  expect(await readFile(new URL('./tables.ts', import.meta.url), 'utf8')).toBe(await generateTables(db));
});
