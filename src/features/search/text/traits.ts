import type { FacetField, SearchDocument } from '../../locations/schema.ts';
import { analyze } from './analysis.ts';

/** Starts the terms that are no words: an option, or a word in the title. No word starts like that. */
const MARK = '=';

export function toOptionTerm(field: FacetField, name: string): string {
  return `${MARK}${field}:${name}`;
}

export function toTitleTerm(word: string): string {
  return `${MARK}title:${word}`;
}

/** Whether a term is a word, and not an option or a word in the title. */
export function isWord(term: string): boolean {
  return !term.startsWith(MARK);
}

/** The options and the title of a location as terms. */
export function listTraits({ title, options }: Pick<SearchDocument, 'title' | 'options'>): string[] {
  const traits = new Set(analyze(title).map(toTitleTerm));
  for (const [field, names] of Object.entries(options)) {
    for (const name of names) traits.add(toOptionTerm(field as FacetField, name));
  }
  return [...traits];
}
