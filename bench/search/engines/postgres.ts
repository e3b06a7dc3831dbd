import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type SearchDocument, FACET_FIELDS } from '../../../src/features/locations/catalogue/schema.ts';
import type { SearchPage, SearchQuery } from '../../../src/features/search/search-engine.ts';
import { indexTerms } from '../../../src/features/search/sql/commands.server.ts';
import { SqlEngine } from '../../../src/features/search/sql/sql-engine.server.ts';
import { type EmbeddedServer, start } from '../../../src/platform/db/embedded.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { type DatabasePool, connect } from '../../../src/platform/db/pool.ts';
import type { Trx } from '../../../src/platform/db/transaction.ts';
import type { BenchResult, BenchEngine } from './bench-engine.ts';
import { Recce } from './recce.ts';

const BATCH = 5_000;

/** The SQL engine of the product with its own database. */
export class PostgresEngine implements BenchEngine {
  #database: { folder: string; server: EmbeddedServer; db: DatabasePool } | undefined;
  #engine: SqlEngine | undefined;

  async build(documents: Iterable<SearchDocument>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'recce-bench-'));
    const server = await start(folder, console);
    await migrate(server.url, { info() {} });
    const db = connect(server.url, console);
    this.#database = { folder, server, db };
    await fill(db, documents);
    await sql`vacuum analyze`.execute(db.kysely);
    this.#engine = new SqlEngine(db.kysely);
  }

  search(query: SearchQuery): Promise<SearchPage> {
    return this.#engine!.search(query, { offset: 0, limit: 20 });
  }

  read(result: unknown): BenchResult {
    return new Recce().read(result);
  }

  async outside(): Promise<number> {
    const { kysely } = this.#database!.db;
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_total_relation_size(oid)) as bytes from pg_class
      where relname in ('published_locations', 'search_terms', 'search_words')`.execute(kysely);
    return rows[0]!.bytes / 1e6;
  }

  async close(): Promise<void> {
    const { folder, server, db } = this.#database!;
    await db.pool.end();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

async function fill({ kysely }: DatabasePool, documents: Iterable<SearchDocument>): Promise<void> {
  const iterator = documents[Symbol.iterator]();
  for (let filled = 0; ; filled += BATCH) {
    const batch = [...take(iterator, BATCH)];
    if (batch.length === 0) return;
    await kysely.transaction().execute((trx) => publish(trx, batch, filled));
  }
}

function* take<T>(iterator: Iterator<T>, max: number): Generator<T, void, void> {
  for (let n = 0; n < max; n++) {
    const { value, done } = iterator.next();
    if (done) return;
    yield value;
  }
}

/** Writes the columns that the search reads, with ids in UUID format. */
async function publish(trx: Trx, documents: readonly SearchDocument[], first: number): Promise<void> {
  const rows = documents.map(({ position, options, publishedAt, ...columns }, i) => ({
    ...columns,
    ...position,
    id: `00000000-0000-4000-8000-${(first + i).toString(16).padStart(12, '0')}`,
    locationurl: `place-${first + i}`,
    published_at: new Date(publishedAt),
    options: FACET_FIELDS.flatMap((field) => options[field].map((name) => ({ field, name }))),
  }));
  const text = JSON.stringify(rows);
  await sql`
    insert into options (field, name, position)
    select distinct o.field, o.name, 0
    from json_to_recordset(${text}) r (options json), json_to_recordset(r.options) o (field text, name text)
    on conflict do nothing`.execute(trx);
  await sql`
    insert into locations (id, title, locationurl)
    select id, title, locationurl from json_populate_recordset(null::published_locations, ${text})`.execute(trx);
  await sql`
    insert into published_locations
    select id, locationurl, title, nearesttown, description,
      array(select o.id from json_to_recordset(options) n (field text, name text) join options o using (field, name)),
      latitude, longitude, featured, pictured, '{}', published_at
    from json_to_recordset(${text}) r (id uuid, locationurl text, title text, nearesttown text, description text,
      options json, latitude float8, longitude float8, featured boolean, pictured boolean, published_at timestamptz)`.execute(
    trx,
  );
  await indexTerms(
    trx,
    rows.map(({ id }) => id),
  );
}
