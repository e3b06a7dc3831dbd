import { expect, test } from 'vitest';
import { diffWords } from './word-diff.ts';

/** The parts as text: -removed-, +added+. */
const format = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `-${text}-` : `+${text}+`))
    .join('');

test.each([
  ['', '', ''],
  ['', 'A mill', '+A mill+'],
  ['A mill', '', '-A mill-'],
  ['A mill', 'A mill', 'A mill'],
  ['A mill on the river', 'A mill by the river', 'A mill -on-+by+ the river'],
  ['A mill.', 'A mill with a lade.', 'A mill+ with a lade+.'],
  ['One, two', 'Two, one', '-One-+Two+, -two-+one+'],
  ['1st line\n\n2nd line', '1st line\n2nd line', '1st line-\n\n-+\n+2nd line'],
  ['Caol Ìle', 'Caol Ìla', 'Caol -Ìle-+Ìla+'],
])('marks the words that differ between ‘%s’ and ‘%s’', (before, after, expected) => {
  expect(format(before, after)).toBe(expected);
});

test('returns both texts whole, whatever their words', () => {
  const words = ['a', 'b', 'c', ' ', '.', '\n'];
  // A linear congruential generator, so that failures can be repeated.
  let seed = 7;
  const next = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const text = () => Array.from({ length: next(30) }, () => words[next(words.length)]).join('');
  for (let n = 0; n < 500; n++) {
    const [before, after] = [text(), text()];
    const parts = diffWords(before, after);
    const join = (left: string) =>
      parts
        .filter(({ kind }) => kind !== left)
        .map((part) => part.text)
        .join('');
    expect([join('added'), join('removed')]).toEqual([before, after]);
  }
});

test('compares two texts of the maximum length in reasonable time', () => {
  const text = (word: string) => Array.from({ length: 1_600 }, (_, n) => `${word}${n % 7}`).join(' ');
  const parts = diffWords(text('mill'), text('weir'));
  expect(parts.length).toBeGreaterThan(1);
});
