/**
 * How text becomes words, for the index in memory and for the SQL engine alike, and for the marking of matches in the
 * browser. Case, accents and apostrophes inside words do not matter: `O’Neill`, `oneill` and `o'neill` are one word.
 */

const APOSTROPHES = "'’‘ʼ`´′＇";
const WORD = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}\\p{M}]*(?:[${APOSTROPHES}][\\p{L}\\p{N}\\p{M}]+)*`, 'gu');
const APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');
/** A word that folding leaves as it is. */
const PLAIN = /^[a-z0-9]{1,64}$/;
/** By ASCII unit: the folded letter or digit; ASCII_APOSTROPHE; 0 for what stands between words. */
export const ASCII = new Uint8Array(128);
export const ASCII_APOSTROPHE = 1;
for (const letter of 'abcdefghijklmnopqrstuvwxyz0123456789') {
  ASCII[letter.charCodeAt(0)] = ASCII[letter.toUpperCase().charCodeAt(0)] = letter.charCodeAt(0);
}
for (const apostrophe of "'`") ASCII[apostrophe.charCodeAt(0)] = ASCII_APOSTROPHE;

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
const WORD_LENGTH = 64;

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
  const all = asciiWords(text) ?? (text.match(WORD) ?? []).map(fold).filter((word) => word !== '');
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : all;
}

/** The same as folding each word, in a fraction of the time; undefined if the text is not in ASCII. */
function asciiWords(text: string): string[] | undefined {
  const words: string[] = [];
  const lower = text.toLowerCase();
  let start = -1;
  let plain = true;
  for (let at = 0; at <= lower.length; at++) {
    const unit = at < lower.length ? lower.charCodeAt(at) : 0;
    if (unit >= 128) return undefined;
    if (ASCII[unit]! > ASCII_APOSTROPHE) {
      if (start < 0) start = at;
    } else if (start >= 0 && ASCII[unit] === ASCII_APOSTROPHE && isAsciiLetter(lower, at + 1)) {
      plain = false;
    } else if (start >= 0) {
      const word = lower.slice(start, at);
      words.push(plain && word.length <= WORD_LENGTH ? word : fold(word));
      start = -1;
      plain = true;
    }
  }
  return words;
}

/** Whether there is an ASCII letter or digit at a place of a text. */
function isAsciiLetter(text: string, at: number): boolean {
  return at < text.length && ASCII[text.charCodeAt(at)]! > ASCII_APOSTROPHE;
}

/** Whether a folded word is one of the terms that a query was taken to mean; `cas*` stands for all that begin with `cas`. */
export function isMeant(word: string, terms: readonly string[]): boolean {
  for (const term of terms) if (term.endsWith('*') ? beginsAs(word, term) : word === term) return true;
  return false;
}

/** Whether a word begins with what stands before the `*` of a term. */
function beginsAs(word: string, term: string): boolean {
  const length = term.length - 1;
  if (word.length < length) return false;
  for (let at = 0; at < length; at++) if (word.charCodeAt(at) !== term.charCodeAt(at)) return false;
  return true;
}
