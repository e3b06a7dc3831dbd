import { toKey } from './analysis.ts';

/** The sort key of titles: their folded words, so that case, accents and punctuation make no difference. */
export function toTitleKey(title: string): string {
  return toKey(title);
}

/** Compares by code points. Operators compare UTF-16 code units instead. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

/** Whether a code unit is half of a code point above all others. */
function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
