import { S3Client, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { TABLES_LEFT_OUT } from '../../src/server/backup/dump.ts';
import { sh } from './site.ts';
import { SWIFT } from './swift.ts';

/** The data that must survive: rows of tables and files in the storage. */
export interface Snapshot {
  /** By name: the columns, and the checksum of each row in these columns. */
  readonly tables: ReadonlyMap<string, { readonly columns: string; readonly rows: readonly string[] }>;
  /** By key: size and checksum. */
  readonly files: ReadonlyMap<string, string>;
}

type Columns = ReadonlyMap<string, string>;

const PSQL = 'su postgres --command \'psql --quiet --tuples-only --no-align --field-separator="|" recce\'';
const COLUMNS = `select table_name, string_agg(quote_ident(column_name), ', ' order by ordinal_position)
from information_schema.columns join information_schema.tables using (table_schema, table_name)
where table_schema = 'public' and table_type = 'BASE TABLE' group by table_name order by table_name;`;
/** Its counters increase whenever nodes have to read something again, also by a migration. */
const COUNTERS = 'change_versions';
/** Drawn or resized again from other files. */
const DERIVED = /^(?:renditions|maps)\//;

/**
 * Reads tables and files of the site, whose nodes should have nothing to do meanwhile.
 * @param earlier compares with this snapshot: columns that migrations have added since are left out
 */
export async function takeSnapshot(earlier?: Snapshot): Promise<Snapshot> {
  const columns = earlier ? new Map([...earlier.tables].map(([name, table]) => [name, table.columns])) : readColumns();
  return { tables: readRows(columns), files: await readFiles() };
}

/**
 * Describes what is missing or different afterwards. Derived files may be missing.
 * @param options.mayAdd accepts additional rows and increased counters, as migrations cause them
 */
export function findDifferences(before: Snapshot, after: Snapshot, { mayAdd = false } = {}): string[] {
  const tables = [...before.tables].flatMap(([name, { rows }]) => {
    const found = after.tables.get(name)?.rows ?? [];
    const remaining = new Set(found);
    const missing = rows.filter((row) => !remaining.has(row)).length;
    const added = found.length - rows.length + missing;
    if (mayAdd && name === COUNTERS && found.length >= rows.length) return [];
    return missing > 0 || (added > 0 && !mayAdd)
      ? [`table ${name}: ${missing} of ${rows.length} rows missing, ${added} new`]
      : [];
  });
  const files = [...before.files].flatMap(([key, content]) => {
    const found = after.files.get(key) ?? (DERIVED.test(key) ? content : 'nothing');
    return found === content ? [] : [`file ${key}: ${content} became ${found}`];
  });
  return [...tables, ...files];
}

function readColumns(): Columns {
  return new Map(
    sh(PSQL, { input: COLUMNS })
      .split('\n')
      .map((line) => line.split('|') as [string, string])
      .filter(([name]) => !TABLES_LEFT_OUT.includes(name)),
  );
}

function readRows(columns: Columns): Snapshot['tables'] {
  const queries = [...columns].map(
    ([name, list]) => `select '${name}', md5(t::text) from (select ${list} from public.${name}) t;`,
  );
  const rows = new Map([...columns.keys()].map((name): [string, string[]] => [name, []]));
  for (const line of sh(PSQL, { input: queries.join('\n') }).split('\n')) {
    const [name = '', checksum = ''] = line.split('|');
    rows.get(name)?.push(checksum);
  }
  return new Map([...columns].map(([name, list]) => [name, { columns: list, rows: rows.get(name)! }]));
}

async function readFiles(): Promise<Snapshot['files']> {
  const files = new Map<string, string>();
  const credentials = { accessKeyId: SWIFT.keyId, secretAccessKey: SWIFT.secret };
  const client = new S3Client({ region: 'us-east-1', endpoint: SWIFT.endpoint, forcePathStyle: true, credentials });
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: 'recce' })) {
    for (const { Key, Size, ETag } of Contents) files.set(Key!, `${Size} ${ETag}`);
  }
  return files;
}
