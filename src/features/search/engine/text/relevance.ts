/**
 * The rules of a search, the same in every engine.
 *
 * - A query is cut to QUERY_LENGTH characters and split into words by the analysis; a location matches if it matches
 *   every word, of the last MOST_WORDS if there are more.
 * - A word means, in this order and only as far as the published catalogue has any location for it:
 *   1. itself and every word with the same stem; while typing, the last word also every word that begins with it;
 *   2. the last word: every word that begins with it;
 *   3. every word within its typo distance (`typoDistance`).
 * - Several options of a field are *or*, several fields *and*. The counts of a field ignore its own filter, and nothing
 *   else. An option that no location has matches nothing.
 * - Browse order, which also decides between equal scores: featured, then pictured, then latest publication, then id.
 */
import type { CatalogueDocument, FacetField } from '../../../locations/schema.ts';
import { QUERY_LENGTH } from '../../schema.ts';
import { wordsOf } from './analysis.ts';

/** How much a word counts by where it stands. `place` is nearest town, category and local authority. */
export const FIELD_WEIGHTS = { title: 12, place: 5, description: 1 } as const;

export type TextField = keyof typeof FIELD_WEIGHTS;

/** The texts by whose words a location is found, in the order of their weight. */
export function textsOf(document: CatalogueDocument): (readonly [field: TextField, text: string])[] {
  const { title, nearesttown, description, options } = document;
  const places = [nearesttown, ...options.category, ...options.localauthority];
  return [['title', title], ...places.map((text) => ['place', text] as const), ['description', description]];
}

/** How much more every word of a location with a photograph counts: people come to look. */
export const PICTURED_WEIGHT = 1.5;

/** What a word of a query can be taken to mean: words with its stem, words that begin with it, words within its typo distance. */
export type Meaning = 'family' | 'beginning' | 'typo';

/** What a word is taken to mean, if the catalogue has any location for it; if not, the next of these. */
export function meanings(isLast: boolean, typing: boolean): readonly (readonly Meaning[])[] {
  if (!isLast) return MEANINGS.inside;
  return typing ? MEANINGS.typed : MEANINGS.last;
}

const MEANINGS = {
  inside: [['family'], ['typo']],
  last: [['family'], ['beginning'], ['typo']],
  typed: [['family', 'beginning'], ['typo']],
} as const;

/** How much a word's impact counts by how the catalogue's word was reached. */
export const READING_WEIGHTS = { exact: 8, stem: 6, prefix: 4, oneEdit: 2, twoEdits: 1 } as const;

/** Titles that are looked at for each suggestion. */
export const TITLES_PER_SUGGESTION = 3;

/** How much a shared option of a field counts for similarity, before its rarity. */
const SIMILARITY_WEIGHTS: Readonly<Partial<Record<FacetField, number>>> = {
  category: 4,
  setting: 2,
  localauthority: 3,
};

/**
 * How much it counts for similarity that two locations share an option that `having` of `all` locations have: once as
 * much if more than half of them do, twice if more than a quarter, and so on.
 */
export function similarityWeight(field: FacetField, having: number, all: number): number {
  return (SIMILARITY_WEIGHTS[field] ?? 0) * (32 - Math.clz32(all / having));
}

/** Words of a query that are looked for. */
const MOST_WORDS = 16;

/** Words to look for, each once, the last one last. */
export function queryWords(query: string): string[] {
  const words = wordsOf(query.slice(0, QUERY_LENGTH));
  return words.filter((word, i) => words.lastIndexOf(word) === i).slice(-MOST_WORDS);
}

/** Edits that a word may be away from one of the catalogue: inserted, missing, wrong or swapped neighbouring letters. */
export function typoDistance(word: string): 0 | 1 | 2 {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Weighted frequency at which a word has half of the greatest impact. */
const SATURATION = 6;

/**
 * A byte that says how much a word tells about a location, from its weighted frequency there. It depends on this
 * location alone, so that scores stay as they are when others come and go.
 */
export function impactOf(weightedFrequency: number): number {
  return Math.max(8, Math.round((255 * weightedFrequency) / (weightedFrequency + SATURATION)));
}

/** Length that a text is compared with, and how much its length matters (BM25's b), by field. */
const TITLE = { usualLength: 3, lengthMatters: 0.4 };
const DESCRIPTION = { usualLength: 60, lengthMatters: 0.4 };

/** What one occurrence of a word in a text of `length` words is worth. */
export function occurrenceWeight(field: TextField, length: number): number {
  if (field === 'place') return FIELD_WEIGHTS.place;
  const { usualLength, lengthMatters } = field === 'title' ? TITLE : DESCRIPTION;
  return FIELD_WEIGHTS[field] / (1 - lengthMatters + (lengthMatters * length) / usualLength);
}
