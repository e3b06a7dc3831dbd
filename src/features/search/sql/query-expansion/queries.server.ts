import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import { nearest } from '../../engine/index/fuzzy-index.ts';
import { READING_WEIGHTS, meanings, queryWords, typoDistance } from '../../engine/text/relevance.ts';
import { stemOf } from '../../engine/text/stemming.ts';
import { TextColumn } from '../../engine/collections/string-column.ts';
import { lettersOf, lexeme } from '../search-vector.ts';

type Db = Kysely<Database>;

/** What a word of the query was taken to mean. */
export class WordReading {
  /** In the notation of tsquery, by how much their matches count. */
  readonly lexemes = new Map<number, string[]>();
  /** The catalogue's terms; `cas*` stands for all that begin with `cas`. */
  readonly terms: string[] = [];

  addWord(word: string, weight: number): void {
    this.#add(word, lexeme(word), weight);
  }

  addBeginning(prefix: string): void {
    this.#add(`${prefix}*`, `${lexeme(prefix)}:*`, READING_WEIGHTS.prefix);
  }

  #add(term: string, lexeme: string, weight: number): void {
    this.terms.push(term);
    const same = this.lexemes.get(weight);
    if (same) same.push(lexeme);
    else this.lexemes.set(weight, [lexeme]);
  }
}

/** Takes each word of a query to mean words of the catalogue, by the rules in `rules.ts`. */
export async function readQuery(snapshot: Db, query: string, typing = false): Promise<WordReading[]> {
  const words = queryWords(query);
  const families = words.length > 0 ? await wordsWithStems(snapshot, words.map(stemOf)) : [];
  const readings: WordReading[] = [];
  for (const [i, word] of words.entries()) {
    const reading = new WordReading();
    for (const together of meanings(i === words.length - 1, typing)) {
      if (reading.terms.length > 0) break;
      if (together.includes('family')) addFamily(families, word, reading);
      if (together.includes('beginning') && (await isBeginning(snapshot, word))) reading.addBeginning(word);
      if (together.includes('typo') && typoDistance(word) > 0) await addNear(snapshot, word, reading);
    }
    readings.push(reading);
  }
  return readings;
}

function addFamily(known: readonly { word: string; stem: string }[], word: string, reading: WordReading): void {
  for (const other of known) {
    if (other.stem !== stemOf(word)) continue;
    reading.addWord(other.word, other.word === word ? READING_WEIGHTS.exact : READING_WEIGHTS.stem);
  }
}

async function wordsWithStems(snapshot: Db, stems: readonly string[]): Promise<{ word: string; stem: string }[]> {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, stem from search_words where stem = any(${stems}) and ${isPublished(sql`quote_literal(word)`)}
    order by word`.execute(snapshot);
  return rows;
}

async function isBeginning(snapshot: Db, prefix: string): Promise<boolean> {
  const { rows } = await sql`select where ${isPublished(sql`${lexeme(prefix)} || ':*'`)}`.execute(snapshot);
  return rows.length > 0;
}

async function addNear(snapshot: Db, word: string, reading: WordReading): Promise<void> {
  const limit = typoDistance(word);
  const possible = await possiblyNear(snapshot, word, limit);
  const near = nearest(word, TextColumn.of(possible), limit).map(({ term, edits }) => ({
    known: possible[term]!,
    edits,
  }));
  const words = near.map(({ known }) => known);
  const published = new Set(await publishedOf(snapshot, words));
  for (const { known, edits } of near) {
    if (published.has(known)) reading.addWord(known, edits === 1 ? READING_WEIGHTS.oneEdit : READING_WEIGHTS.twoEdits);
  }
}

/** All words at most `limit` edits away, among others. */
async function possiblyNear(snapshot: Db, word: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words
    where length between ${word.length - limit} and ${word.length + limit}
      and bit_count((letter_mask # ${lettersOf(word)}::integer)::bit(32)) <= ${2 * limit}
    order by word`.execute(snapshot);
  return rows.map((row) => row.word);
}

async function publishedOf(snapshot: Db, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) as word where ${isPublished(sql`quote_literal(word)`)}`.execute(snapshot);
  return rows.map((row) => row.word);
}

/** Whether any published location has what a tsquery, given as text, asks for. */
function isPublished(tsquery: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from search_terms where terms @@ (${tsquery})::tsquery)`;
}
