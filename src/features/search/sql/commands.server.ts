import type { SearchDocument } from '../../locations/catalogue/schema.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/transaction.ts';
import {
  readSearchDocuments,
  getSearchDocuments,
} from '../../locations/catalogue/published/search-documents.queries.server.ts';
import { stemWord } from '../text/stemming.ts';
import { type SearchVector, toLetterMask, toSearchVector } from './search-vector.ts';

/** Locations analysed at a time, which limits the memory of a bulk import. */
const BATCH = 2_000;

/** Stores the words of published locations. The caller must lock the catalogue's generation: words are inserted by one transaction at a time. */
export async function indexTerms(trx: Trx, ids: readonly string[]): Promise<void> {
  const writer = new TermWriter(trx);
  for (let start = 0; start < ids.length; start += BATCH) {
    await writer.write(await getSearchDocuments(trx, ids.slice(start, start + BATCH)));
  }
}

/** Analyses all published locations again and deletes all other words; returns the number of locations. Blocks publishing meanwhile. */
export async function reindexTerms(trx: Trx): Promise<number> {
  await sql`lock table published_locations in share mode`.execute(trx);
  await sql`delete from search_words`.execute(trx);
  const writer = new TermWriter(trx);
  let locations = 0;
  for await (const documents of readSearchDocuments(trx)) {
    await writer.write(documents);
    locations += documents.length;
  }
  return locations;
}

class TermWriter {
  readonly #trx: Trx;
  readonly #written = new Set<string>();

  constructor(trx: Trx) {
    this.#trx = trx;
  }

  async write(documents: readonly SearchDocument[]): Promise<void> {
    const rows = documents.map((document) => ({ id: document.id, ...toSearchVector(document) }));
    await this.#writeTerms(rows);
    await this.#writeWords(rows);
  }

  async #writeTerms(rows: readonly ({ id: string } & SearchVector)[]): Promise<void> {
    const vectors = rows.map(({ id, vector, titleKey }) => ({ id, vector, titleKey }));
    await sql`
      insert into search_terms (id, terms, title_key)
      select id, vector::tsvector, "titleKey"
      from json_to_recordset(${JSON.stringify(vectors)}) as t (id uuid, vector text, "titleKey" text)
      on conflict (id) do update set terms = excluded.terms, title_key = excluded.title_key`.execute(this.#trx);
  }

  async #writeWords(rows: readonly SearchVector[]): Promise<void> {
    const words = new Set<string>();
    for (const row of rows) for (const word of row.words) if (!this.#written.has(word)) words.add(word);
    for (const word of words) this.#written.add(word);
    const entries = Array.from(words, (word) => {
      return { word, stem: stemWord(word), length: word.length, letter_mask: toLetterMask(word) };
    });
    await sql`
      insert into search_words (word, stem, length, letter_mask)
      select word, stem, length, letter_mask
      from json_to_recordset(${JSON.stringify(entries)}) as w (word text, stem text, length smallint, letter_mask integer)
      on conflict (word) do nothing`.execute(this.#trx);
  }
}
