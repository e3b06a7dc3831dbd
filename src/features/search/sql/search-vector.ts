import type { SearchDocument } from '../../locations/catalogue/schema.ts';
import { analyze } from '../text/analysis.ts';
import { toTitleKey } from '../text/title-order.ts';
import { listTraits } from '../text/traits.ts';
import { FIELD_WEIGHTS, type TextField, listSearchableTexts } from '../text/relevance.ts';

/** Weight labels of a tsvector. */
const LABELS: Readonly<Record<TextField, string>> = { title: 'A', place: 'B', description: 'C' };

/** Weights of the labels D, C, B and A for ts_rank, at most 1. Options have no label, which counts as D. */
export const LABEL_WEIGHTS: readonly number[] = [
  1,
  FIELD_WEIGHTS.description / FIELD_WEIGHTS.title,
  FIELD_WEIGHTS.place / FIELD_WEIGHTS.title,
  1,
];

/** The words of a location: as a tsvector, and without duplicates. */
export interface SearchVector {
  readonly vector: string;
  readonly words: ReadonlySet<string>;
  /** See `toTitleKey`. */
  readonly titleKey: string;
}

export function toSearchVector(document: SearchDocument): SearchVector {
  const words = new Set<string>();
  const occurrences: string[] = [];
  for (const [field, text] of listSearchableTexts(document)) {
    for (const word of analyze(text)) {
      words.add(word);
      occurrences.push(`${toLexeme(word)}:${occurrences.length + 1}${LABELS[field]}`);
    }
  }
  for (const trait of listTraits(document)) occurrences.push(toLexeme(trait));
  return { vector: occurrences.join(' '), words, titleKey: toTitleKey(document.title) };
}

/** A term in tsvector and tsquery syntax. */
export function toLexeme(term: string): string {
  return `'${term.replace(/['\\]/g, '$&$&')}'`;
}

/** One bit for each letter, in 32 classes: the masks of words n edits apart differ in at most 2n bits. */
export function toLetterMask(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}
