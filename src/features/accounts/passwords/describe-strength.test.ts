import { expect, test } from 'vitest';
import { describeStrength } from './describe-strength.ts';

test.each([
  ['sunflower1234', 'Easy to guess. It is like a common password.'],
  ['abcabcabcabc', 'Very easy to guess. It repeats a pattern.'],
  ['abcdefghijklmnop', 'Very easy to guess. It is a sequence like abc or 123.'],
  ['three lighthouse password otters', 'Very hard to guess.'],
])('describes the strength of %s', (password, text) => {
  expect(describeStrength(password)).toBe(text);
});

test('considers the beginning of a long password only', () => {
  expect(describeStrength('a1'.repeat(64))).toBe(describeStrength('a1'.repeat(20)));
});
