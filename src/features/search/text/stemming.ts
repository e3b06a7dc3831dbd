import { porter2 } from './porter2.ts';

/** Suffixes that the stemmer can change. Other words are their own stems, and need not be stemmed. */
const STEMMABLE = /(?:[eisy]|ed|ing|al|ful|ll|ion|er|or|ism|ic|nt)$/;

/** Words that mean something else than others of their stem: who asks for parking wants no park. */
const OWN_STEMS: ReadonlySet<string> = new Set(['parking']);

/** The Snowball English stem of a folded word: `castl` for `castles` and `castle`. Words with digits are not stemmed. */
export function stemWord(word: string): string {
  return STEMMABLE.test(word) && !/\d/.test(word) && !OWN_STEMS.has(word) ? porter2(word) : word;
}

/** Letters by which forms of a word differ. Stems cut more: that of "Lochness" is "loch". */
const MAX_ENDING = 2;

/** Whether two folded words are forms of one: they have the same stem and about the same length. */
export function areForms(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= MAX_ENDING && stemWord(a) === stemWord(b);
}
