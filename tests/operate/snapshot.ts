import { S3Client, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { sh } from './site.ts';
import { SWIFT } from './swift.ts';

/** What has to survive: rows of tables and files in the storage. */
export type Snapshot = ReadonlyMap<string, string>;

/** Prints the number of rows of each table, and a checksum of them. */
const CHECKSUMS = `select format('select %L, count(*), md5(coalesce(string_agg(t::text, chr(10) order by t::text), '''')) from %I t',
  'table ' || table_name, table_name)
from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' \\gexec`;
/** Drawn or resized again from other files. */
const DERIVED = /^file (?:renditions|maps)\//;

/** Reads tables and files of the site, whose nodes should have nothing to do meanwhile. */
export async function takeSnapshot(): Promise<Snapshot> {
  const psql = 'su postgres --command \'psql --quiet --tuples-only --no-align --field-separator="|" recce\'';
  const snapshot = new Map<string, string>();
  for (const line of sh(psql, { input: CHECKSUMS }).split('\n')) {
    const [name, ...rest] = line.split('|');
    snapshot.set(name!, rest.join(' '));
  }
  const credentials = { accessKeyId: SWIFT.keyId, secretAccessKey: SWIFT.secret };
  const client = new S3Client({ region: 'us-east-1', endpoint: SWIFT.endpoint, forcePathStyle: true, credentials });
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: 'recce' })) {
    for (const { Key, Size, ETag } of Contents) snapshot.set(`file ${Key}`, `${Size} ${ETag}`);
  }
  return snapshot;
}

/** Describes what is missing or different afterwards. Derived files may be missing. */
export function findDifferences(before: Snapshot, after: Snapshot): string[] {
  return [...before].flatMap(([name, content]) => {
    const found = after.get(name) ?? (DERIVED.test(name) ? content : 'nothing');
    return found === content ? [] : [`${name}: ${content} became ${found}`];
  });
}
