/**
 * How text becomes words, for the index in memory and for the SQL engine alike, and for the marking of matches in the
 * browser. Case, accents and apostrophes inside words do not matter: `O’Neill`, `oneill` and `o'neill` are one word.
 */

const APOSTROPHES = "'’‘ʼ`´′＇";
const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*(?:[${APOSTROPHES}][\\p{L}\\p{N}\\p{M}]+)*`, 'gu');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
const ASCII = /^[\s!-~]*$/;
const ASCII_WORD = /[a-z0-9]+(?:['`][a-z0-9]+)*/g;
/** A word that folding leaves as it is. */
const PLAIN = /^[a-z0-9]{1,64}$/;
const NOT_OF_A_WORD = /[^\p{L}\p{N}]+/gu;

/** Letters that Unicode does not take apart. */
const UNDIVIDED: Readonly<Record<string, string>> = {
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
const UNDIVIDED_LETTER = new RegExp(`[${Object.keys(UNDIVIDED).join('')}]`, 'gu');

/** Longest word that is kept, in characters: longer ones are cut. */
export const WORD_LENGTH = 64;

/** Words that say nothing about a place. They count only where a text consists of nothing else. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about all also an and any are as at be been but by can for from had has have he her his i if in into is it its ' +
    'may more most no not of on or our she so some such than that the their them then there these they this to was ' +
    'we were when where which while who will with would you your'
  ).split(' '),
);

/** A word in a text: folded, and where it stands (UTF-16 offsets). */
export interface WordSpan {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Without case, accents and apostrophes; only letters and digits remain. */
export function fold(word: string): string {
  const lower = word.toLowerCase();
  if (PLAIN.test(lower)) return lower;
  const folded = word
    .replace(APOSTROPHE, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(NOT_OF_A_WORD, '')
    .replace(UNDIVIDED_LETTER, (letter) => UNDIVIDED[letter]!);
  return folded.length <= WORD_LENGTH ? folded : Array.from(folded).slice(0, WORD_LENGTH).join('');
}

/** Every word of a text with its place, stop words included. */
export function wordSpans(text: string): WordSpan[] {
  const spans: WordSpan[] = [];
  for (const match of text.matchAll(WORD)) {
    const word = fold(match[0]);
    if (word !== '') spans.push({ word, start: match.index, end: match.index + match[0].length });
  }
  return spans;
}

/** The words by which a text is found, in order: without stop words, unless it has no others. */
export function wordsOf(text: string): string[] {
  const all = ASCII.test(text) ? asciiWords(text) : (text.match(WORD) ?? []).map(fold).filter((word) => word !== '');
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : all;
}

/** The same as folding each word, in a fraction of the time. */
function asciiWords(text: string): string[] {
  const words: string[] = text.toLowerCase().match(ASCII_WORD) ?? [];
  for (let i = 0; i < words.length; i++) if (!PLAIN.test(words[i]!)) words[i] = fold(words[i]!);
  return words;
}

/** Whether a folded word is one of the terms that a query was taken to mean; `cas*` stands for all that begin with `cas`. */
export function isMeant(word: string, terms: readonly string[]): boolean {
  return terms.some((term) => (term.endsWith('*') ? word.startsWith(term.slice(0, -1)) : word === term));
}
