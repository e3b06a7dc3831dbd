import { expect, test } from 'vitest';
import { describeStrength } from './describe-strength.ts';
import { isWeak } from './password-strength.ts';

const isla = { email: 'isla.robertson@northlight.example', names: ['Isla', 'Robertson'], siteName: 'Recce Scotland' };
const nobody = { email: '', names: ['', ''], siteName: '' };
const FROM_NAMES =
  'Easy to guess. It is built from common words or names, your email address or the name of this site.';

test.each([
  ['sunflower1234', 'Easy to guess. It is like a common password.'],
  ['abcabcabcabc', 'Very easy to guess. It repeats a pattern.'],
  ['abcdefghijklmnop', 'Very easy to guess. It is a sequence like abc or 123.'],
  ['three lighthouse password otters', 'Very hard to guess.'],
])('describes the strength of %s', (password, text) => {
  expect(describeStrength(password, nobody)).toBe(text);
});

test('considers the beginning of a long password only', () => {
  expect(describeStrength('a1'.repeat(64), nobody)).toBe(describeStrength('a1'.repeat(20), nobody));
});

test.each(['Robertson-1926!', 'r3cce-sc0tland-77', 'northlight1926'])(
  'knows the names that the server rejects: %s',
  (password) => {
    expect(isWeak(password, isla)).toBe(true);
    expect(describeStrength(password, isla)).toBe(FROM_NAMES);
    expect(describeStrength(password, nobody)).not.toBe(FROM_NAMES);
  },
);
