import { MAX_WITHIN_KM, NEAR_KM } from '../schema.ts';

const KILOMETRES_PER_MILE = 1.609344;

/** Kilometres from the centre of a place that are near it; `reach` is that of its area. */
export function getNearKilometres(reach: number): number {
  return Math.max(NEAR_KM, reach + NEAR_KM / 2);
}

const MILES: ReadonlySet<string> = new Set(['mi', 'mile', 'miles']);
const KILOMETRES: ReadonlySet<string> = new Set([
  'k',
  'km',
  'kms',
  'kilometre',
  'kilometres',
  'kilometer',
  'kilometers',
]);
const FROM: ReadonlySet<string> = new Set(['around', 'from', 'near', 'of', 'outside', 'to']);
const WITHIN: ReadonlySet<string> = new Set(['about', 'around', 'max', 'maximum', 'under', 'up', 'within']);

const NEAR: readonly (readonly string[])[] = [
  ['not', 'far', 'from'],
  ['close', 'to'],
  ['next', 'to'],
  ['around'],
  ['beside'],
  ['by'],
  ['near'],
  ['nearby'],
  ['outside'],
  ['round'],
];

/** A distance from the place that follows, and the number of words that say it. Without kilometres it is just near. */
export interface Distance {
  readonly kilometres: number | undefined;
  readonly length: number;
}

/** Reads a distance at the start of folded words: "near", "within 20 miles of" or "30 km from". */
export function parseDistance(words: readonly string[]): Distance | undefined {
  const near = NEAR.find((phrase) => phrase.every((word, i) => word === words[i]));
  return readMeasure(words) ?? (near && { kilometres: undefined, length: near.length });
}

function readMeasure(words: readonly string[]): Distance | undefined {
  let at = WITHIN.has(words[0]!) ? 1 : 0;
  if (words[0] === 'up' && words[1] === 'to') at = 2;
  // "20km" is one word.
  const [, digits, attached] = /^(\d{1,3})([a-z]*)$/.exec(words[at] ?? '') ?? [];
  if (digits === undefined) return undefined;
  const unit = attached || words[at + 1];
  at += attached ? 1 : 2;
  if (unit === undefined || !(MILES.has(unit) || KILOMETRES.has(unit))) return undefined;
  if (!FROM.has(words[at]!)) return undefined;
  const kilometres = Number(digits) * (MILES.has(unit) ? KILOMETRES_PER_MILE : 1);
  return { kilometres: Math.min(MAX_WITHIN_KM, Math.max(1, kilometres)), length: at + 1 };
}
