import { porter2 } from './porter2.ts';

/** Endings of the words that the stemmer may change: all others are their own stems. */
const CHANGING = /(?:[eisy]|ed|ing|al|ful|ll|ion|er|or|ism|ic|nt)$/;

/** The Snowball English stem of a folded word: `castles` and `castle` share `castl`. Words with digits have none but themselves. */
export function stemOf(word: string): string {
  return CHANGING.test(word) && !/\d/.test(word) ? porter2(word) : word;
}
