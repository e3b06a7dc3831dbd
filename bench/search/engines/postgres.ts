import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { FACET_FIELDS, type SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import type { SearchQuery } from '../../../src/features/search/search-engine.ts';
import { analyze } from '../../../src/features/search/text/analysis.ts';
import { stemWord } from '../../../src/features/search/text/stemming.ts';
import { type EmbeddedServer, start } from '../../../src/platform/db/embedded.ts';
import { type DatabasePool, connectAsOwner } from '../../../src/platform/db/pool.ts';
import type { BenchResult, BenchEngine } from './bench-engine.ts';

const BATCH = 5_000;

/**
 * PostgreSQL full text search with its own database: stemmed words in a tsvector with a GIN index, the options as arrays with another,
 * ranked by `ts_rank`. It has no typing mistakes: words that nothing contains find nothing.
 */
export class PostgresEngine implements BenchEngine {
  #database: { folder: string; server: EmbeddedServer; db: DatabasePool } | undefined;

  async build(documents: Iterable<SearchDocument>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'recce-bench-'));
    const server = await start(folder, console);
    const db = connectAsOwner(server.url, console);
    this.#database = { folder, server, db };
    const { kysely } = db;
    await sql`
      create table full_text (
        id text primary key, terms tsvector not null, options text[] not null, latitude float8, longitude float8,
        featured boolean not null, pictured boolean not null, published_at float8 not null)`.execute(kysely);
    for (const batch of toBatches(documents)) {
      await sql`
        insert into full_text
        select id, terms::tsvector, array(select json_array_elements_text(options)), latitude, longitude, featured, pictured, published_at
        from json_to_recordset(${JSON.stringify(batch.map(toRow))}) r (id text, terms text, options json, latitude float8,
          longitude float8, featured boolean, pictured boolean, published_at float8)`.execute(kysely);
    }
    await sql`create index on full_text using gin (terms)`.execute(kysely);
    await sql`create index on full_text using gin (options)`.execute(kysely);
    await sql`create index on full_text (latitude, longitude)`.execute(kysely);
    await sql`create index on full_text (featured desc, pictured desc, published_at desc, id)`.execute(kysely);
    await sql`vacuum analyze full_text`.execute(kysely);
  }

  async search({ words, typing, filters, bbox }: SearchQuery): Promise<BenchResult> {
    const terms = analyze(words).map(stemWord);
    const last = typing ? analyze(words).at(-1) : undefined;
    const tsquery = (last ? [...terms.slice(0, -1), `${last}:*`] : terms).join(' & ');
    const filtered = FACET_FIELDS.filter((field) => filters[field]?.length);
    const passes = (field: (typeof FACET_FIELDS)[number]) =>
      sql`options && ${filters[field]!.map((name) => `${field}:${name}`)}::text[]`;
    const conditions: RawBuilder<unknown>[] = [
      ...(tsquery ? [sql`terms @@ ${tsquery}::tsquery`] : []),
      ...(bbox
        ? [sql`longitude between ${bbox[0]} and ${bbox[2]} and latitude between ${bbox[1]} and ${bbox[3]}`]
        : []),
    ];
    const listFailed = sql.join([
      sql`null`,
      ...filtered.map((field) => sql`case when not ${passes(field)} then ${`${field}:`} end`),
    ]);
    const rank = tsquery ? sql`ts_rank(terms, ${tsquery}::tsquery) desc,` : sql``;
    const { rows } = await sql<{ total: number; ids: string[]; counts: Record<string, number> | null }>`
      with found as materialized (
        select *, array_remove(array[${listFailed}]::text[], null) as failed
        from full_text where ${conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`})
      select (select count(*)::int from found where failed = '{}') as total,
        array(select id from found where failed = '{}'
          order by ${rank} featured desc, pictured desc, published_at desc, id limit 20) as ids,
        -- Every field counts the locations that only its own filter rejects, too.
        (select json_object_agg(option, n) from (
          select option, count(*)::int as n from found, unnest(options) option
          where failed = '{}' or (cardinality(failed) = 1 and starts_with(option, failed[1])) group by option) c) as counts`.execute(
      this.#database!.db.kysely,
    );
    const { total, ids, counts } = rows[0]!;
    return { total, ids, counts: new Map(Object.entries(counts ?? {})) };
  }

  read(result: unknown): BenchResult {
    return result as BenchResult;
  }

  async outside(): Promise<number> {
    const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('full_text')::float8 as bytes`.execute(
      this.#database!.db.kysely,
    );
    return rows[0]!.bytes / 1e6;
  }

  async close(): Promise<void> {
    const { folder, server, db } = this.#database!;
    await db.pool.end();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

function* toBatches(documents: Iterable<SearchDocument>): Generator<SearchDocument[], void, void> {
  let batch: SearchDocument[] = [];
  for (const document of documents) {
    if (batch.push(document) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function toRow({ id, options, position, featured, pictured, publishedAt, ...texts }: SearchDocument) {
  const place = [texts.nearesttown, ...options.category, ...options.localauthority].join(' ');
  const labelled = Object.entries({ A: texts.title, B: place, C: texts.description });
  const lexemes = labelled.flatMap(([label, text]) => analyze(text).map((word) => ({ label, stem: stemWord(word) })));
  return {
    id,
    terms: lexemes.map(({ label, stem }, i) => `'${stem}':${i + 1}${label}`).join(' '),
    options: FACET_FIELDS.flatMap((field) => options[field].map((name) => `${field}:${name}`)),
    latitude: position?.latitude,
    longitude: position?.longitude,
    featured,
    pictured,
    published_at: publishedAt,
  };
}
