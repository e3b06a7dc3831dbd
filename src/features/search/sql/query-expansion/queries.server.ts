import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/transaction.ts';
import { scanFuzzy } from '../../engine/index/fuzzy-index.ts';
import { EXPANSION_WEIGHTS, RARE, getExpansionSteps, getMaxEdits } from '../../text/relevance.ts';
import { stemWord } from '../../text/stemming.ts';
import { toOptionTerm, toPostcodeTerm, toTitleTerm } from '../../text/traits.ts';
import { type QueryPart, isPlain } from '../../query-parsing/query-part.ts';
import type { Area } from '../../vocabulary/schema.ts';
import { StringColumn } from '../../engine/collections/string-column.ts';
import { toLetterMask, toLexeme } from '../search-vector.ts';

/** A part of a query with what matches it. */
export class ExpandedPart {
  /** In tsquery syntax, by the weight of a match. */
  readonly lexemes = new Map<number, string[]>();
  /** The matching words; `cas*` means every word that starts with `cas`. */
  readonly terms: string[] = [];
  /** Those without typing mistakes of a rare plain word, which must not make up for another part. */
  certainLexemes: ReadonlyMap<number, readonly string[]> = this.lexemes;
  /** For a rare plain word: the similar ones. */
  similar: readonly string[] = [];
  /** The place that matches it. */
  readonly area: Area | undefined;
  /** Whether closer locations have a higher score, in an area that is a circle. */
  readonly nearestFirst: boolean;
  /** The words of its name, in tsquery syntax. */
  name: string | undefined;
  /** Ids of locations that match it in any case. */
  pinned: readonly string[] = [];

  constructor(area?: Area, nearestFirst = false) {
    this.area = area;
    this.nearestFirst = nearestFirst;
  }

  addWord(word: string, weight: number): void {
    this.addTerm(word);
    this.addLexeme(toLexeme(word), weight);
  }

  addTerm(word: string): void {
    if (!this.terms.includes(word)) this.terms.push(word);
  }

  addPrefix(prefix: string): void {
    this.terms.push(`${prefix}*`);
    this.addLexeme(`${toLexeme(prefix)}:*`, EXPANSION_WEIGHTS.prefix);
  }

  addLexeme(lexeme: string, weight: number): void {
    const same = this.lexemes.get(weight);
    if (same) same.push(lexeme);
    else this.lexemes.set(weight, [lexeme]);
  }
}

/** Expands the parts of a query by the rules in `relevance.ts`. */
export async function expandParts(snapshot: Db, parts: readonly QueryPart[], typing: boolean): Promise<ExpandedPart[]> {
  const words = parts.flatMap((part) => [...part.words, ...part.synonyms.flatMap((synonym) => synonym.words)]);
  const withStem = words.length > 0 ? await findByStems(snapshot, words.map(stemWord)) : [];
  const expanded: ExpandedPart[] = [];
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1;
    const own = new ExpandedPart(part.place?.area, part.place?.nearestFirst);
    if (part.isLiteral) addTogether(part.words, own, (word) => listExact(withStem, word));
    else if (!isPlain(part)) await addKnown(snapshot, withStem, part, isLast && typing && !part.isExcluded, own);
    else if (part.isExcluded) addTogether(part.words, own, (word) => listSameStem(withStem, word));
    else await addPlain(snapshot, withStem, part.words[0]!, getExpansionSteps(isLast, typing), own);
    expanded.push(own);
  }
  return expanded;
}

/** Words of the published locations with their stems. */
type StemmedWords = readonly { readonly word: string; readonly stem: string }[];

async function addPlain(
  snapshot: Db,
  withStem: StemmedWords,
  word: string,
  steps: ReturnType<typeof getExpansionSteps>,
  expanded: ExpandedPart,
): Promise<void> {
  for (const expansions of steps) {
    if (expanded.terms.length > 0) return;
    if (expansions.includes('stem')) addStem(withStem, word, expanded, EXPANSION_WEIGHTS.stem, EXPANSION_WEIGHTS.exact);
    if (expansions.includes('prefix') && (await isPrefix(snapshot, word))) expanded.addPrefix(word);
    if (expansions.includes('fuzzy')) await addFuzzy(snapshot, word, expanded);
    if (expansions.length === 1 && expansions[0] === 'stem' && expanded.terms.length > 0)
      await addSimilarIfRare(snapshot, word, expanded);
  }
}

async function addSimilarIfRare(snapshot: Db, word: string, expanded: ExpandedPart): Promise<void> {
  if ((await countMatching(snapshot, expanded.terms)) >= RARE) return;
  const known = new Set(expanded.terms);
  expanded.certainLexemes = new Map(Array.from(expanded.lexemes, ([weight, lexemes]) => [weight, [...lexemes]]));
  await addFuzzy(snapshot, word, expanded);
  expanded.similar = expanded.terms.filter((term) => !known.has(term));
}

async function addKnown(
  snapshot: Db,
  withStem: StemmedWords,
  { words, synonyms, options, place }: QueryPart,
  typing: boolean,
  expanded: ExpandedPart,
): Promise<void> {
  if (words.length > 0) addTogether(words, expanded, (word) => listSameStem(withStem, word));
  for (const { words: together } of synonyms.filter(({ related }) => !related))
    addSynonym(withStem, together, expanded, EXPANSION_WEIGHTS.synonym);
  const texts = [...expanded.lexemes.values()].flat();
  const named = options.map(({ field, name }) => toLexeme(toOptionTerm(field, name)));
  for (const [i, lexeme] of named.entries())
    expanded.addLexeme(lexeme, options[i]!.related ? EXPANSION_WEIGHTS.relatedOption : EXPANSION_WEIGHTS.option);
  if (texts.length > 0 && named.length > 0)
    expanded.addLexeme(`((${texts.join(' | ')}) & (${named.join(' | ')}))`, EXPANSION_WEIGHTS.exact);
  if (typing && words.length === 1 && (await isPrefix(snapshot, words[0]!))) expanded.addPrefix(words[0]!);
  for (const { words: together } of synonyms.filter(({ related }) => related))
    addSynonym(withStem, together, expanded, EXPANSION_WEIGHTS.related);
  if (place?.postcode) expanded.addLexeme(toLexeme(toPostcodeTerm(place.postcode)), EXPANSION_WEIGHTS.exact);
  if (!place || place.name.length === 0) return;
  expanded.name = place.name.map(toLexeme).join(' & ');
  const title = place.name.map((word) => toLexeme(toTitleTerm(word))).join(' & ');
  expanded.addLexeme(`(${title})`, EXPANSION_WEIGHTS.related);
  for (const word of place.name) expanded.addTerm(word);
}

function addSynonym(withStem: StemmedWords, words: readonly string[], expanded: ExpandedPart, weight: number): void {
  if (words.length === 1) addStem(withStem, words[0]!, expanded, weight);
  else addTogether(words, expanded, (word) => listSameStem(withStem, word), weight);
}

/** Adds what all of the words have in common. */
function addTogether(
  words: readonly string[],
  expanded: ExpandedPart,
  list: (word: string) => readonly string[],
  weight: number = EXPANSION_WEIGHTS.stem,
): void {
  const each = words.map(list);
  if (each.some((found) => found.length === 0)) return;
  const query = each.map((found) => `(${found.map(toLexeme).join(' | ')})`).join(' & ');
  expanded.addLexeme(`(${query})`, weight);
  for (const word of each.flat()) expanded.addTerm(word);
}

function listSameStem(withStem: StemmedWords, word: string): string[] {
  return withStem.filter(({ stem }) => stem === stemWord(word)).map((other) => other.word);
}

function listExact(withStem: StemmedWords, word: string): string[] {
  return withStem.some((other) => other.word === word) ? [word] : [];
}

/** Adds the words with the same stem, and the word itself with a weight of its own. */
function addStem(
  withStem: StemmedWords,
  word: string,
  expanded: ExpandedPart,
  weight: number,
  exactWeight: number = weight,
): void {
  for (const other of listSameStem(withStem, word)) expanded.addWord(other, other === word ? exactWeight : weight);
}

async function findByStems(snapshot: Db, stems: readonly string[]): Promise<StemmedWords> {
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, stem from search_words where stem = any(${stems}) and ${isPublished(sql`quote_literal(word)`)}
    order by word`.execute(snapshot);
  return rows;
}

async function isPrefix(snapshot: Db, prefix: string): Promise<boolean> {
  const { rows } = await sql`select where ${isPublished(sql`${toLexeme(prefix)} || ':*'`)}`.execute(snapshot);
  return rows.length > 0;
}

async function addFuzzy(snapshot: Db, word: string, expanded: ExpandedPart): Promise<void> {
  const limit = getMaxEdits(word);
  if (limit === 0) return;
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

/** Counts the published locations that contain one of the words. */
async function countMatching(snapshot: Db, words: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from search_terms where terms @@ ${words.map(toLexeme).join(' | ')}::tsquery`.execute(
    snapshot,
  );
  return rows[0]!.total;
}
