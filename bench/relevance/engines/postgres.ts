import { sql } from 'kysely';
import type { SearchDocument } from '../../../src/features/locations/catalogue/schema.ts';
import type { Db } from '../../../src/platform/db/transaction.ts';
import { type RelevanceEngine, RESULTS, toTexts } from './relevance-engine.ts';

/** PostgreSQL full text search with its English dictionary. */
export class PostgresFullText implements RelevanceEngine {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async build(documents: readonly SearchDocument[]): Promise<void> {
    await sql`create table full_text (id text primary key, terms tsvector not null)`.execute(this.#db);
    await sql`
      insert into full_text
      select id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', place), 'B') ||
        setweight(to_tsvector('english', description), 'C')
      from json_to_recordset(${JSON.stringify(documents.map(toTexts))}) as t (id text, title text, place text, description text)
    `.execute(this.#db);
  }

  async search(words: string): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from full_text, websearch_to_tsquery('english', ${words}) query
      where terms @@ query order by ts_rank_cd(terms, query) desc, id limit ${RESULTS}`.execute(this.#db);
    return rows.map(({ id }) => id);
  }
}
