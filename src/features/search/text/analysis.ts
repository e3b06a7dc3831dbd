// Text analysis, shared by the index, the queries and the highlighting. `O’Neill`, `oneill` and `Óneill` are the same word.

const APOSTROPHES = "'’‘ʼ`´′＇";
const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*(?:[${APOSTROPHES}][\\p{L}\\p{N}\\p{M}]+)*`, 'gu');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
const ALREADY_FOLDED = /^[a-z0-9]{1,64}$/;
const NON_WORD = /[^\p{L}\p{N}]+/gu;

/** Letters that have no Unicode decomposition. */
const FOLDED_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
};
const UNDECOMPOSED_LETTER = new RegExp(`[${Object.keys(FOLDED_LETTERS).join('')}]`, 'gu');

/** In characters; longer words are cut. */
const MAX_WORD_LENGTH = 64;

/** Words without meaning for a search. They count only in texts that consist of nothing else. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about all also an and any are as at be been but by can for from had has have he her his i if in into is it its ' +
    'may more most no not of on or our she so some such than that the their them then there these they this to was ' +
    'we were when where which while who will with would you your'
  ).split(' '),
);

/** A folded word and its position in the text, in UTF-16 code units. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Removes case, accents, apostrophes and everything else but letters and digits. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (ALREADY_FOLDED.test(lower)) return lower;
  const folded = word
    .normalize('NFKD')
    .toLowerCase()
    // After the decomposition, since that of ŉ contains one. Some are letters to Unicode.
    .replace(APOSTROPHE, '')
    .replace(NON_WORD, '')
    .replace(UNDECOMPOSED_LETTER, (letter) => FOLDED_LETTERS[letter]!);
  return folded.length <= MAX_WORD_LENGTH ? folded : Array.from(folded).slice(0, MAX_WORD_LENGTH).join('');
}

/** Every word of a text, stop words included. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    if (word !== '') tokens.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}

/** The folded words of a text, joined by spaces, as a key for look-ups. */
export function toKey(text: string): string {
  return tokenize(text)
    .map(({ word }) => word)
    .join(' ');
}

/** The words that a text is indexed by, in order: without stop words, unless it has no other words. */
export function analyze(text: string): string[] {
  const all = (text.match(WORD) ?? []).map(fold).filter((word) => word !== '');
  const withoutStopWords = all.filter((word) => !STOP_WORDS.has(word));
  return withoutStopWords.length > 0 ? withoutStopWords : all;
}

/** Whether a folded word is among the terms; the term `cas*` means every word that starts with `cas`. */
export function matchesTerm(word: string, terms: readonly string[]): boolean {
  return terms.some((term) => (term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term));
}
