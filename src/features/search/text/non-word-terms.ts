import { type FacetField, type SearchDocument, isFacetField } from '../../locations/catalogue/schema.ts';
import { once } from '../../../platform/runtime/compute-once.ts';
import { getRegion } from '../../geography/region/queries.server.ts';
import { createPostcodeReader } from './postcodes.ts';
import { analyze, toKey } from './analysis.ts';

/** Starts the terms that are no words but traits: an option, a word in the title, the whole title, a postcode, photographs. No word starts like that. */
const MARK = '=';

export function toOptionTerm(field: FacetField, name: string): string {
  return `${MARK}${field}:${name}`;
}

export function toTitleTerm(word: string): string {
  return `${MARK}title:${word}`;
}

/** @param key the folded words of a title */
export function toWholeTitleTerm(key: string): string {
  return `${MARK}whole title:${key}`;
}

/** @param postcode a whole one or a sector, such as "PA1 9" */
export function toPostcodeTerm(postcode: string): string {
  return `${MARK}postcode:${postcode}`;
}

/** The term of all locations with photographs. */
export const PICTURED_TERM = `${MARK}pictured`;

/** Whether a term is a word, and not a trait. */
export function isWord(term: string): boolean {
  return !term.startsWith(MARK);
}

const getPostcodeReader = once(() => {
  const format = getRegion().postcodeSearch;
  return format ? createPostcodeReader(format) : () => [];
});

/** Whether a term is an option. */
export function isOption(term: string): boolean {
  return isFacetField(term.slice(MARK.length, term.indexOf(':')));
}

/** The options, the title and the postcode of a location as terms, and whether it has photographs. */
export function listTraits({
  title,
  address,
  options,
  pictured,
}: Pick<SearchDocument, 'title' | 'address' | 'options' | 'pictured'>): string[] {
  const traits = new Set(analyze(title).map(toTitleTerm));
  for (const line of address) {
    for (const name of getPostcodeReader()(line)) traits.add(toPostcodeTerm(name));
  }
  traits.add(toWholeTitleTerm(toKey(title)));
  if (pictured) traits.add(PICTURED_TERM);
  for (const [field, names] of Object.entries(options)) {
    for (const name of names) traits.add(toOptionTerm(field as FacetField, name));
  }
  return [...traits];
}
