import { STOP_WORDS, tokenize } from '../text/analysis.ts';

/** The alternatives of an option such as "Shop, pub or café". */
export function splitOptionName(name: string): string[] {
  return name.split(/, | or /).filter((term) => !tokenize(term).every(({ word }) => STOP_WORDS.has(word)));
}
