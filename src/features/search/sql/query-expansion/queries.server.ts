import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/db/tables.ts';
import { scanFuzzy } from '../../engine/index/fuzzy-index.ts';
import { EXPANSION_WEIGHTS, expansionSteps, queryWords, maxEdits } from '../../engine/text/relevance.ts';
import { stemWord } from '../../engine/text/stemming.ts';
import { StringColumn } from '../../engine/collections/string-column.ts';
import { toLetterMask, toLexeme } from '../search-vector.ts';

type Db = Kysely<Database>;

/** What a word of the query was taken to mean. */
export class ExpandedTerm {
  /** In the notation of tsquery, by how much their matches count. */
  readonly lexemes = new Map<number, string[]>();
  /** The catalogue's terms; `cas*` stands for all that begin with `cas`. */
  readonly terms: string[] = [];

  addWord(word: string, weight: number): void {
    this.#add(word, toLexeme(word), weight);
  }

  addPrefix(prefix: string): void {
    this.#add(`${prefix}*`, `${toLexeme(prefix)}:*`, EXPANSION_WEIGHTS.prefix);
  }

  #add(term: string, lexeme: string, weight: number): void {
    this.terms.push(term);
    const same = this.lexemes.get(weight);
    if (same) same.push(lexeme);
    else this.lexemes.set(weight, [lexeme]);
  }
}

/** Takes each word of a query to mean words of the catalogue, by the rules in `rules.ts`. */
export async function expandQuery(snapshot: Db, query: string, typing = false): Promise<ExpandedTerm[]> {
  const words = queryWords(query);
  const withStem = words.length > 0 ? await findByStems(snapshot, words.map(stemWord)) : [];
  const terms: ExpandedTerm[] = [];
  for (const [i, word] of words.entries()) {
    const expanded = new ExpandedTerm();
    for (const expansions of expansionSteps(i === words.length - 1, typing)) {
      if (expanded.terms.length > 0) break;
      if (expansions.includes('stem')) addStem(withStem, word, expanded);
      if (expansions.includes('prefix') && (await isPrefix(snapshot, word))) expanded.addPrefix(word);
      if (expansions.includes('fuzzy') && maxEdits(word) > 0) await addFuzzy(snapshot, word, expanded);
    }
    terms.push(expanded);
  }
  return terms;
}

function addStem(known: readonly { word: string; stem: string }[], word: string, expanded: ExpandedTerm): void {
  for (const other of known) {
    if (other.stem !== stemWord(word)) continue;
    expanded.addWord(other.word, other.word === word ? EXPANSION_WEIGHTS.exact : EXPANSION_WEIGHTS.stem);
  }
}

async function findByStems(snapshot: Db, stems: readonly string[]): Promise<{ word: string; stem: string }[]> {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, stem from search_words where stem = any(${stems}) and ${isPublished(sql`quote_literal(word)`)}
    order by word`.execute(snapshot);
  return rows;
}

async function isPrefix(snapshot: Db, prefix: string): Promise<boolean> {
  const { rows } = await sql`select where ${isPublished(sql`${toLexeme(prefix)} || ':*'`)}`.execute(snapshot);
  return rows.length > 0;
}

async function addFuzzy(snapshot: Db, word: string, expanded: ExpandedTerm): Promise<void> {
  const limit = maxEdits(word);
  const possible = await findFuzzyCandidates(snapshot, word, limit);
  const near = scanFuzzy(word, StringColumn.from(possible), limit).map(({ term, edits }) => ({
    known: possible[term]!,
    edits,
  }));
  const words = near.map(({ known }) => known);
  const published = new Set(await filterPublished(snapshot, words));
  for (const { known, edits } of near) {
    if (published.has(known))
      expanded.addWord(known, edits === 1 ? EXPANSION_WEIGHTS.oneEdit : EXPANSION_WEIGHTS.twoEdits);
  }
}

/** All words at most `limit` edits away, among others. */
async function findFuzzyCandidates(snapshot: Db, word: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from search_words
    where length between ${word.length - limit} and ${word.length + limit}
      and bit_count((letter_mask # ${toLetterMask(word)}::integer)::bit(32)) <= ${2 * limit}
    order by word`.execute(snapshot);
  return rows.map((row) => row.word);
}

async function filterPublished(snapshot: Db, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const { rows } = await sql<{ word: string }>`
    select word from unnest(${words}::text[]) as word where ${isPublished(sql`quote_literal(word)`)}`.execute(snapshot);
  return rows.map((row) => row.word);
}

/** Whether any published location has what a tsquery, given as text, asks for. */
function isPublished(tsquery: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from search_terms where terms @@ (${tsquery})::tsquery)`;
}
