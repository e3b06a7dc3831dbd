import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { scanFuzzy } from '../../engine/index/fuzzy-index.ts';
import { EXPANSION_WEIGHTS, getExpansionSteps, toQueryWords, getMaxEdits } from '../../engine/text/relevance.ts';
import { stemWord } from '../../engine/text/stemming.ts';
import { StringColumn } from '../../engine/collections/string-column.ts';
import { toLetterMask, toLexeme } from '../search-vector.ts';

/** A word of the query with the indexed terms that it was expanded to. */
export class ExpandedTerm {
  /** In tsquery syntax, by the weight of a match. */
  readonly lexemes = new Map<number, string[]>();
  /** The indexed terms; `cas*` means every term that starts with `cas`. */
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

/** Expands the words of a query by the rules in `relevance.ts`. */
export async function expandQuery(snapshot: Db, query: string, typing = false): Promise<ExpandedTerm[]> {
  const words = toQueryWords(query);
  const withStem = words.length > 0 ? await findByStems(snapshot, words.map(stemWord)) : [];
  const terms: ExpandedTerm[] = [];
  for (const [i, word] of words.entries()) {
    const expanded = new ExpandedTerm();
    for (const expansions of getExpansionSteps(i === words.length - 1, typing)) {
      if (expanded.terms.length > 0) break;
      if (expansions.includes('stem')) addStem(withStem, word, expanded);
      if (expansions.includes('prefix') && (await isPrefix(snapshot, word))) expanded.addPrefix(word);
      if (expansions.includes('fuzzy') && getMaxEdits(word) > 0) await addFuzzy(snapshot, word, expanded);
    }
    terms.push(expanded);
  }
  return terms;
}

function addStem(candidates: readonly { word: string; stem: string }[], word: string, expanded: ExpandedTerm): void {
  for (const other of candidates) {
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
  const limit = getMaxEdits(word);
  const candidates = await findFuzzyCandidates(snapshot, word, limit);
  const matches = scanFuzzy(word, StringColumn.from(candidates), limit);
  const words = matches.map(({ term }) => candidates[term]!);
  const published = new Set(await filterPublished(snapshot, words));
  for (const [i, match] of words.entries()) {
    const weight = matches[i]!.edits === 1 ? EXPANSION_WEIGHTS.oneEdit : EXPANSION_WEIGHTS.twoEdits;
    if (published.has(match)) expanded.addWord(match, weight);
  }
}

/** A superset of the words within `limit` edits. */
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

/** Whether any published location matches a tsquery, given as text. */
function isPublished(tsquery: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from search_terms where terms @@ (${tsquery})::tsquery)`;
}
