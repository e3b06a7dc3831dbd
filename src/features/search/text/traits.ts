import type { FacetField, SearchDocument } from '../../locations/schema.ts';
import { analyze } from './analysis.ts';

/** Starts the terms that are no words but traits: an option, a word in the title, photographs. No word starts like that. */
const MARK = '=';

export function toOptionTerm(field: FacetField, name: string): string {
  return `${MARK}${field}:${name}`;
}

export function toTitleTerm(word: string): string {
  return `${MARK}title:${word}`;
}

/** The term of all locations with photographs. */
export const PICTURED_TERM = `${MARK}pictured`;

/** Whether a term is a word, and not a trait. */
export function isWord(term: string): boolean {
  return !term.startsWith(MARK);
}

/** The options and the title of a location as terms, and whether it has photographs. */
export function listTraits({
  title,
  options,
  pictured,
}: Pick<SearchDocument, 'title' | 'options' | 'pictured'>): string[] {
  const traits = new Set(analyze(title).map(toTitleTerm));
  if (pictured) traits.add(PICTURED_TERM);
  for (const [field, names] of Object.entries(options)) {
    for (const name of names) traits.add(toOptionTerm(field as FacetField, name));
  }
  return [...traits];
}
