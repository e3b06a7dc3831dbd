import { porter2 } from './porter2.ts';

/** Suffixes that the stemmer can change. Other words are their own stems, and need not be stemmed. */
const STEMMABLE = /(?:[eisy]|ed|ing|al|ful|ll|ion|er|or|ism|ic|nt)$/;

/** The Snowball English stem of a folded word: `castl` for `castles` and `castle`. Words with digits are not stemmed. */
export function stemWord(word: string): string {
  return STEMMABLE.test(word) && !/\d/.test(word) ? porter2(word) : word;
}
