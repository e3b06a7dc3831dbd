/**
 * The rules of matching and ranking.
 * - A query is cut to MAX_QUERY_LENGTH characters and parsed (`query-parsing/`) into parts: places, terms of the thesaurus and plain words.
 *   A location matches if it matches every part, or where too few do, the parts that `chooseParts` chooses.
 * - A place is matched by a position or local authority in it, and by its name in the title. A term is matched by its options, its
 *   synonyms, and its own words or others with the same stems.
 * - A plain word is expanded to the first of these that any published location contains:
 *   1. the word itself and every word with the same stem; for the last word while typing, also every word that starts
 *      with it;
 *   2. for the last word: every word that starts with it;
 *   3. every word within `getMaxEdits` edits (fuzzy match); also after 1. if it is RARE.
 * - Several options of one field are combined with OR, several fields with AND. The counts of a field ignore its own
 *   filter and respect everything else. An option that no location has matches nothing.
 * - Browse order, which also decides between equal scores: featured first, then with images, then the latest published,
 *   then by title, since many are published at once, then by id.
 */
import { type FacetField, RANGE_FIELDS, type SearchDocument, getFactLabel } from '../../locations/catalogue/schema.ts';

/**
 * Field boosts. `place` is nearest town, category and local authority; `description` includes the postal address, and the labels of
 * facts that are above zero: "with parking".
 */
const FIELD_WEIGHTS = { title: 12, place: 5, description: 1 } as const;

export type TextField = keyof typeof FIELD_WEIGHTS;

/** The indexed texts of a location, the highest boost first. */
export function listSearchableTexts(document: SearchDocument): (readonly [field: TextField, text: string])[] {
  const { title, nearesttown, description, address, options, numbers } = document;
  const places = [nearesttown, ...options.category, ...options.localauthority];
  const facts = RANGE_FIELDS.filter((name) => (numbers[name] ?? 0) > 0).map(getFactLabel);
  return [
    ['title', title],
    ...places.map((text) => ['place', text] as const),
    ['description', description],
    ['description', address.join(' ')],
    ['description', facts.join(' ')],
  ];
}

/** Ways of expanding a word of a query to indexed words: with the same stem, starting with it, or within `getMaxEdits`. */
export type Expansion = 'stem' | 'prefix' | 'fuzzy';

/** The steps of expanding a word; a step is tried only if the previous one finds nothing. */
export function getExpansionSteps(isLast: boolean, typing: boolean): readonly (readonly Expansion[])[] {
  if (!isLast) return EXPANSION_STEPS.inside;
  return typing ? EXPANSION_STEPS.typed : EXPANSION_STEPS.last;
}

const EXPANSION_STEPS = {
  inside: [['stem'], ['fuzzy']],
  last: [['stem'], ['prefix'], ['fuzzy']],
  typed: [['stem', 'prefix'], ['fuzzy']],
} as const;

/** Factor of a term's impact by how the term was found. Whole numbers, since scores are ranked as integers. */
export const EXPANSION_WEIGHTS = {
  exact: 8,
  titled: 6,
  stem: 6,
  option: 6,
  /** The weight of a setting if the term also means a kind: a pier is more of a jetty than anything else in a harbour. */
  besideKind: 5,
  synonym: 5,
  prefix: 4,
  surroundings: 4,
  related: 2,
  oneEdit: 2,
  twoEdits: 1,
  relatedOption: 1,
} as const;

/** A word that fewer locations contain may be a misspelt one: words within `getMaxEdits` are found too. */
export const RARE = 3;

/** Titles considered for each suggestion. */
export const TITLES_PER_SUGGESTION = 3;

/** Weight of a shared option for the similarity of two locations, by field. */
const SIMILARITY_WEIGHTS: Readonly<Partial<Record<FacetField, number>>> = {
  category: 4,
  setting: 2,
  localauthority: 3,
};

/** Weight of an option that `having` of `all` locations share: doubled for at most half of them, tripled for a quarter, and so on. */
export function getSimilarityWeight(field: FacetField, having: number, all: number): number {
  return (SIMILARITY_WEIGHTS[field] ?? 0) * (32 - Math.clz32(all / having));
}

/** The greatest edit distance of a fuzzy match. */
export function getMaxEdits(word: string): 0 | 1 | 2 {
  if (word.length < 4 || /\d/.test(word)) return 0;
  return word.length < 8 ? 1 : 2;
}

/** Weighted frequency that gives a word half of the greatest impact (BM25's k1). */
const HALF_IMPACT_FREQUENCY = 6;

/** The impact of a place or photographs, which have no frequency. Words come close to it. */
export const MAX_IMPACT = 255;
/** The impact of each way in which a location is similar. */
export const GATHERED_IMPACT = 70;
const LONG_DESCRIPTION = 200;

/** The impact of an option on a location, 231 to 254: the more complete the location, the higher; the fewer its categories, too. */
export function getOptionImpact({ options, description }: SearchDocument): number {
  const kinds = Math.max(1, options.category.length);
  const filled = Object.values(options).filter((names) => names.length > 0).length;
  return (
    MAX_IMPACT -
    12 +
    Math.min(7, filled) +
    (description.length >= LONG_DESCRIPTION ? 4 : 0) -
    4 * Math.min(3, kinds - 1)
  );
}

/** Radius in kilometres around an optional place within which closer locations come first. */
export const SURROUNDINGS_KM = 200;

/** The fraction of its impact that a distance from a place loses at the edge. */
export const LOSS_AT_EDGE = 0.75;

/** The impact of a word on a location, 8 to 255, from its weighted frequency there. It does not depend on other locations. */
export function toImpact(weightedFrequency: number): number {
  return Math.max(8, Math.round((MAX_IMPACT * weightedFrequency) / (weightedFrequency + HALF_IMPACT_FREQUENCY)));
}

/** The impact of a location that has an option of a term and contains its words: above that of the option, the more the higher the word's. */
export function toConfirmedImpact(wordImpact: number): number {
  return 192 + (wordImpact >> 2);
}

/** Length normalisation: the usual length of a text in words, and how strongly length counts (BM25's b). */
const TITLE_LENGTH = { usual: 3, influence: 0.4 };
const DESCRIPTION_LENGTH = { usual: 60, influence: 0.4 };

/** Weight of one occurrence of a word in a text of `length` words. */
export function getOccurrenceWeight(field: TextField, length: number): number {
  if (field === 'place') return FIELD_WEIGHTS.place;
  const { usual, influence } = field === 'title' ? TITLE_LENGTH : DESCRIPTION_LENGTH;
  return FIELD_WEIGHTS[field] / (1 - influence + (influence * length) / usual);
}
