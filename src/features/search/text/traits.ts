import type { FacetField, SearchDocument } from '../../locations/schema.ts';
import { analyze } from './analysis.ts';

/** Starts the terms that are no words but traits: an option, a word in the title, a postcode, photographs. No word starts like that. */
const MARK = '=';

export function toOptionTerm(field: FacetField, name: string): string {
  return `${MARK}${field}:${name}`;
}

export function toTitleTerm(word: string): string {
  return `${MARK}title:${word}`;
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

const POSTCODE = /^([A-Z]{1,2}\d[A-Z\d]? \d)[A-Z]{2}$/;

/** The options, the title and the postcode of a location as terms, and whether it has photographs. */
export function listTraits({
  title,
  address,
  options,
  pictured,
}: Pick<SearchDocument, 'title' | 'address' | 'options' | 'pictured'>): string[] {
  const traits = new Set(analyze(title).map(toTitleTerm));
  for (const line of address) {
    const [postcode, sector] = POSTCODE.exec(line) ?? [];
    if (postcode && sector) traits.add(toPostcodeTerm(postcode)).add(toPostcodeTerm(sector));
  }
  if (pictured) traits.add(PICTURED_TERM);
  for (const [field, names] of Object.entries(options)) {
    for (const name of names) traits.add(toOptionTerm(field as FacetField, name));
  }
  return [...traits];
}
