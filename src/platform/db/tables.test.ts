import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../tests/support/database.ts';

const { kysely: db } = await testDatabase();

/** Tables of the code: name, and for each column whether it may be null. */
async function described(): Promise<Record<string, Record<string, boolean>>> {
  const source = await readFile(new URL('./tables.ts', import.meta.url), 'utf8');
  const interfaces = new Map(
    [...source.matchAll(/interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name, body]) => [name, body ?? '']),
  );
  const tables = [...(interfaces.get('Database') ?? '').matchAll(/^ {2}(\w+): (\w+);$/gm)];
  return Object.fromEntries(
    tables.map(([, table, type]) => {
      const columns = [...(interfaces.get(type) ?? '').matchAll(/^ {2}(\w+): (.+);$/gm)];
      return [
        table,
        Object.fromEntries(columns.map(([, column, columnType]) => [column, columnType?.includes('null') ?? false])),
      ];
    }),
  );
}

/** The same of the migrated database. */
async function real(): Promise<Record<string, Record<string, boolean>>> {
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select table_name as "table", column_name as "column", is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'`.execute(db);
  const tables: Record<string, Record<string, boolean>> = {};
  for (const { table, column, nullable } of rows) (tables[table] ??= {})[column] = nullable;
  return tables;
}

test('what is deleted or emptied with another row is found by an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select c.conrelid::regclass || ': ' || pg_get_constraintdef(c.oid) as reference from pg_constraint c
    where c.contype = 'f' and c.confdeltype <> 'a' and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any(c.conkey))`.execute(db);
  expect(rows).toEqual([]);
});

test('a constraint on several columns has a name that says what it demands', async () => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and (conname = conrelid::regclass || '_check' or conname ~ '_check\\d+$')`.execute(db);
  expect(rows).toEqual([]);
});

test('the code knows exactly the tables and columns that the migrations make, and which may be null', async () => {
  expect(await described()).toEqual(await real());
});
