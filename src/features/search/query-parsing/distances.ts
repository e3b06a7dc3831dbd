import { MAX_WITHIN_KM, NEAR_KM } from '../schema.ts';
import type { Token } from '../text/analysis.ts';

/** In kilometres. An hour is that of a car on roads that are longer than the straight line. */
const UNITS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    1: ['k', 'km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers', 'min', 'mins', 'minute', 'minutes'],
    1.609344: ['mi', 'mile', 'miles'],
    60: ['hr', 'hrs', 'hour', 'hours'],
  }).flatMap(([kilometres, names]) => names.map((name) => [name, Number(kilometres)] as const)),
);

/** Kilometres from the centre of a place that are near it; `reach` is that of its area. */
export function getNearKilometres(reach: number): number {
  return Math.max(NEAR_KM, reach + NEAR_KM / 2);
}

const FROM: ReadonlySet<string> = new Set(['around', 'from', 'near', 'of', 'outside', 'to']);
/** The longest that words begin with is the first. "A few miles" are about five. */
const NUMBER_WORDS: readonly (readonly [words: readonly string[], value: number])[] = Object.entries({
  'half a': 0.5,
  'half an': 0.5,
  'a couple of': 2,
  'a few': 5,
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  hundred: 100,
}).map(([words, value]) => [words.split(' '), value]);
const WITHIN: readonly (readonly string[])[] = [
  ['up', 'to'],
  ['less', 'than'],
  ['no', 'more', 'than'],
  ['about'],
  ['around'],
  ['max'],
  ['maximum'],
  ['under'],
  ['within'],
];

/** After these a name is that of a place. */
const NEAR_PLACE: readonly (readonly string[])[] = [['not', 'far', 'from'], ['close', 'to'], ['near'], ['nearby']];
/** After these it may be another one: "castle by Adam". */
const BESIDE: readonly (readonly string[])[] = [['next', 'to'], ['around'], ['beside'], ['by'], ['outside'], ['round']];

/** A distance from the place that follows, and the number of words that say it. Without kilometres it is just near. */
export interface Distance {
  readonly kilometres: number | undefined;
  readonly length: number;
  /** Whether a place follows, if only one that is not known: after "20 miles from" or "near". */
  readonly isFromPlace: boolean;
}

/** Reads a distance at the start of folded words: "near", "within 20 miles of", "30 km from" or "an hour from". */
export function parseDistance(words: readonly string[]): Distance | undefined {
  const near = findPhrase(NEAR_PLACE, words);
  const phrase = near ?? findPhrase(BESIDE, words);
  const isFromPlace = near !== undefined;
  return parseMeasure(words) ?? (phrase && { kilometres: undefined, length: phrase.length, isFromPlace });
}

function findPhrase(phrases: readonly (readonly string[])[], words: readonly string[]): readonly string[] | undefined {
  return phrases.find((phrase) => phrase.every((word, i) => word === words[i]));
}

/** A number, and a unit if it is attached to it. */
const MEASURE = /^(\d{1,6}(?:\.\d+)?)([a-z]*)$/;

function parseMeasure(words: readonly string[]): Distance | undefined {
  let at = findPhrase(WITHIN, words)?.length ?? 0;
  const amount = parseAmount(words.slice(at));
  if (!amount) return undefined;
  const unit = UNITS.get(amount.unit || (words[at + amount.length] ?? ''));
  if (unit === undefined) return undefined;
  at += amount.length + (amount.unit ? 0 : 1);
  if (words[at] === 'drive') at++;
  const kilometres = amount.value * unit;
  const isFromPlace = FROM.has(words[at]!);
  return {
    kilometres: Math.min(MAX_WITHIN_KM, Math.max(1, kilometres)),
    length: at + (isFromPlace ? 1 : 0),
    isFromPlace,
  };
}

/** Reads "20", "20km" or "twenty". */
function parseAmount(words: readonly string[]): { value: number; unit: string; length: number } | undefined {
  const [, digits, unit = ''] = MEASURE.exec(words[0] ?? '') ?? [];
  if (digits !== undefined) return { value: Number(digits), unit, length: 1 };
  const [named, value] = NUMBER_WORDS.find(([number]) => number.every((word, i) => word === words[i])) ?? [];
  return named && value !== undefined ? { value, unit: '', length: named.length } : undefined;
}

/** Makes one token, "1.5", of the two tokens of a decimal number before a unit. */
export function joinDecimals(tokens: readonly Token[], text: string): Token[] {
  const joined: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const [whole, fraction] = [tokens[i]!, tokens[i + 1]];
    const word = fraction && `${whole.word}.${fraction.word}`;
    const [, , attached] = MEASURE.exec(word ?? '') ?? [];
    const isDecimal = fraction && /^[.,]$/.test(text.slice(whole.end, fraction.start));
    if (word && isDecimal && UNITS.has(attached || (tokens[i + 2]?.word ?? ''))) {
      joined.push({ word, start: whole.start, end: fraction.end });
      i++;
    } else joined.push(whole);
  }
  return joined;
}
