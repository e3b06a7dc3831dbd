import { expect, it } from 'vitest';
import { compareWords } from './word-diff.ts';

const mark = (parts: readonly { text: string; isChanged: boolean }[]) =>
  parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
const compare = (before: string, after: string) => {
  const compared = compareWords(before, after);
  return [mark(compared.before), mark(compared.after)];
};

it('marks the words that the other text lacks', () => {
  expect(compare('A mill on the river.', 'A ruined mill by the river.')).toEqual([
    'A mill [on] the river.',
    'A [ruined ]mill [by] the river.',
  ]);
  expect(compare('', 'A mill')).toEqual(['', '[A mill]']);
  expect(compare('A mill', '')).toEqual(['[A mill]', '']);
});

it('loses no character of either text', () => {
  const [before, after] = ['One\n\ntwo  three, four.', 'Zero one\ntwo three four!'];
  const compared = compareWords(before!, after!);
  expect(
    compared.before
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ' '),
  ).toBe(before!.replace(/\s+/g, ' '));
  expect(compared.after.map(({ text }) => text).join('')).toBe(after);
});

it('returns both texts whole, also where the comparison takes too long', () => {
  const text = (seed: number) => Array.from({ length: 20_000 }, (_, n) => (n * seed) % 7919).join(' ');
  const { before, after } = compareWords(text(31), text(37));
  expect(before.map((part) => part.text).join('')).toBe(text(31));
  expect(after.map((part) => part.text).join('')).toBe(text(37));
});
