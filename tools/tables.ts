import { writeFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { migrate } from '../src/platform/db/migrate.ts';
import { connect } from '../src/platform/db/pool.ts';
import type { Database } from '../src/platform/db/tables.ts';
import { recordNewMigrations } from './migrations.ts';
import { administer, siblingDatabase, startTestServer } from '../tests/support/test-server.ts';

/** TypeScript types of PostgreSQL types; see src/platform/db/column-types.ts. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  polygon: 'string',
  text: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
  uuid: 'string',
  _int4: 'number[]',
  _polygon: 'string[]',
  _text: 'string[]',
};

/** Types narrower than the database declares, by `table.column`. Values listed in a check constraint need no override. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'content_drafts.content': 'object',
  'location_drafts.fields': 'Record<string, unknown>',
  'location_drafts.base_values': 'Record<string, unknown>',
  'location_list.status': "'NEW' | 'CHANGED' | 'LIVE'",
  'location_list.location_status': "'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED'",
  'map_files.details': 'object',
  'navigation.content': 'object',
  'pages.content': 'object',
  'published_locations.details': 'object',
};

const HEADER = `// Generated from the migrated database by \`npm run tables\`; a test checks that it is current.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Every table and its columns; dates without a time are 'YYYY-MM-DD'. */`;
const LINE_WIDTH = 120;

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  /** Cannot be written: an identity or a generated column. */
  readonly readOnly: boolean;
  /** Definitions of the check constraints on this column only. */
  readonly checks: readonly string[];
}

/** Generates the source of src/platform/db/tables.ts from a migrated database. */
export async function generateTables(db: Kysely<Database>): Promise<string> {
  const tables = Map.groupBy(await listColumns(db), ({ table }) => table);
  const entries = [...tables].map(
    ([table, columns]) => `  ${table}: {\n${columns.map(formatColumn).join('\n')}\n  };\n`,
  );
  return `${HEADER}\nexport interface Database {\n${entries.join('')}}\n`;
}

async function listColumns(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as "column", t.typname as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as "hasDefault", a.attidentity = 'a' or a.attgenerated <> '' as "readOnly",
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks
    from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by c.relname, a.attnum`.execute(db);
  return rows;
}

function formatColumn(column: Column): string {
  const line = `    ${column.column}: ${formatType(column)};`;
  return line.length <= LINE_WIDTH ? line : line.replace(/ (?='|\| (?:'|null))(?:\| )?/g, '\n      | ');
}

function formatType({ table, column, type, nullable, hasDefault, readOnly, checks }: Column): string {
  const base = OVERRIDES[`${table}.${column}`] ?? checks.map(parseListedValues).find(Boolean) ?? TYPES[type];
  if (!base) throw new Error(`${table}.${column} is a ${type}: add that type to ${import.meta.filename}`);
  const orNull = nullable ? ' | null' : '';
  // JSON is written as text, since pg would serialise an array as a PostgreSQL array.
  if (type === 'jsonb') {
    const orDefault = nullable || hasDefault ? ' | undefined' : '';
    return `ColumnType<${base}${orNull}, string${orNull}${orDefault}, string${orNull}>`;
  }
  if (readOnly) return `GeneratedAlways<${base}${orNull}>`;
  return hasDefault ? `Generated<${base}${orNull}>` : base + orNull;
}

/** Returns the values that `check (column in (...))` allows as a union type; undefined for any other constraint. */
function parseListedValues(check: string): string | undefined {
  const [, list] =
    /^CHECK \(\(\w+ = (?:ANY \(ARRAY\[(.+)\]\)|('.+'::text))\)\)(?: NOT VALID)?$/.exec(check)?.filter(Boolean) ?? [];
  return list && [...list.matchAll(/('[^']*')::text/g)].map(([, value]) => value).join(' | ');
}

if (import.meta.main) {
  recordNewMigrations();
  const server = await startTestServer();
  const name = `recce_tables_${process.pid}`;
  await administer(server.url, `create database ${name}`);
  const url = siblingDatabase(server.url, name);
  await migrate(url, console);
  const { kysely, pool } = connect(url, console);
  await writeFile(new URL('../src/platform/db/tables.ts', import.meta.url), await generateTables(kysely));
  await pool.end();
  await administer(server.url, `drop database ${name} with (force)`);
  await server.stop();
}
