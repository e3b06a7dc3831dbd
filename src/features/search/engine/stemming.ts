import snowball from 'snowball-stemmers';
import { Kept } from './kept.ts';

const english = snowball.newStemmer('english');
/** Visitors look for the same words again and again. */
const STEMS_KEPT = 4_096;
const stems = new Kept<string>(STEMS_KEPT);

/** Endings of the words that the stemmer may change: all others are their own stems. */
const CHANGING = /(?:[eisy]|ed|ing|al|ful|ll|ion|er|or|ism|ic|nt)$/;
/** Words whose stem is that of the word without its `s`. */
const PLURAL = /^(?!news$).*[aeiou].*(?<=[bcdfghjklmnpqrtvwxz])s$/;

/** The Snowball English stem of a folded word: `castles` and `castle` share `castl`. Words with digits have none but themselves. */
export function stemOf(word: string): string {
  return stems.get(word, quickStem);
}

/** What the stemmer gives, without asking it about the many words whose endings tell that much. */
function quickStem(word: string): string {
  if (/\d/.test(word)) return word;
  const singular = PLURAL.test(word) ? word.slice(0, -1) : word;
  return CHANGING.test(singular) ? english.stem(singular) : singular;
}
