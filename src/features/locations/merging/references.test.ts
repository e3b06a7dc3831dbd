import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../../tests/support/database.ts';
import { LOCATION_REFERENCES } from './references.ts';

const { kysely: db } = await testDatabase();

test('the list of references names every column that refers to a location', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.relname as "table", a.attname as "column"
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join unnest(k.conkey) key on true join pg_attribute a on a.attrelid = c.oid and a.attnum = key
    where k.contype = 'f' and k.confrelid = 'locations'::regclass and c.relnamespace = 'public'::regnamespace
    union
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name like '%location\\_id'
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(db);
  const listed = LOCATION_REFERENCES.map(({ table, column }) => `${table}.${column}`);
  expect(rows.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(listed.toSorted());
});
