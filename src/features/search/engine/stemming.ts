import snowball from 'snowball-stemmers';

const english = snowball.newStemmer('english');
const CACHED_STEMS = 200_000;
const stems = new Map<string, string>();

/** The Snowball English stem of a folded word: `castles` and `castle` share `castl`. Words with digits have none but themselves. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /\d/.test(word) ? word : english.stem(word);
  if (stems.size >= CACHED_STEMS) stems.clear();
  stems.set(word, stem);
  return stem;
}
