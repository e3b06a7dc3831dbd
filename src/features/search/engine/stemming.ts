import snowball from 'snowball-stemmers';

const english = snowball.newStemmer('english');
/** Visitors look for the same words again and again. */
const CACHED_STEMS = 4_096;
const stems = new Map<string, string>();

/** Endings of the words that the stemmer may change: all others are their own stems. */
const CHANGING = /(?:[eisy]|ed|ing|al|ful|ll|ion|er|or|ism|ic|nt)$/;
/** Words whose stem is that of the word without its `s`. */
const PLURAL = /^(?!news$).*[aeiou].*(?<=[bcdfghjklmnpqrtvwxz])s$/;

/** The Snowball English stem of a folded word: `castles` and `castle` share `castl`. Words with digits have none but themselves. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /\d/.test(word) ? word : quickStem(word);
  if (stems.size >= CACHED_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}

/** What the stemmer gives, without asking it about the many words whose endings tell that much. */
function quickStem(word: string): string {
  const singular = PLURAL.test(word) ? word.slice(0, -1) : word;
  return CHANGING.test(singular) ? english.stem(singular) : singular;
}
