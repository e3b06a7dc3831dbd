import type { Meaning } from '../vocabulary/schema.ts';
import type { QueryPart } from './query-part.ts';
import { getTermLabel } from './term-label.ts';

/** After these a term says where something is rather than what it is: "church in a village". */
const PREPOSITIONS: ReadonlySet<string> = new Set(
  (
    'above across along alongside around at behind below beneath beside by in inside near next on opposite outside over overlooking ' +
    'round through to under underneath with within'
  ).split(' '),
);
const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** Whether a preposition stands between a word and others before: in "church in a village", but not in "in a village". */
export function followsPreposition(words: readonly string[], at: number): boolean {
  const before = ARTICLES.has(words[at - 1]!) ? at - 2 : at - 1;
  return before > 0 && PREPOSITIONS.has(words[before]!);
}

/** The meaning without categories, if it has others. */
function withoutCategories(meaning: Meaning): Meaning {
  const options = meaning.options.filter(({ field }) => field !== 'category');
  return options.some(({ related }) => !related) ? { ...meaning, options } : meaning;
}

/** A part that means a term. */
export function toTermPart(part: QueryPart, meaning: Meaning, isAfterPreposition: boolean): QueryPart {
  const { options, synonyms, isOptionName } = isAfterPreposition ? withoutCategories(meaning) : meaning;
  const same = options.filter(({ related }) => !related);
  const names = [...new Set(same.map(({ name }) => name))];
  const label = getTermLabel(same);
  const [field, ...otherFields] = new Set(same.map((option) => option.field));
  const isNarrower =
    !isOptionName && synonyms.some((synonym) => !synonym.related) && same.some((option) => option.field === 'category');
  const otherSynonyms = synonyms.filter(({ words }) => words.length > 1 || !part.words.includes(words[0]!));
  const equal = otherSynonyms.filter((synonym) => !synonym.related);
  return {
    ...part,
    ...(label && { label }),
    // Options of several fields are alternatives here, but filters of several fields must all match.
    ...(field && otherFields.length === 0 && { filter: { [field]: names } }),
    options,
    isAfterPreposition,
    ...(isNarrower && { titles: [part.words, ...equal.map(({ words }) => words)] }),
    synonyms: otherSynonyms,
  };
}
