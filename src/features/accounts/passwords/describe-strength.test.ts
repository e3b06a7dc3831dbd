import { expect, test } from 'vitest';
import { describeStrength } from './describe-strength.ts';
import { weakPassword } from './messages.ts';
import { findWeakness } from './password-strength.ts';

const isla = { email: 'isla.robertson@northlight.example', names: ['Isla', 'Robertson'], siteName: 'Recce Scotland' };
const nobody = { email: '', names: ['', ''], siteName: '' };
const FROM_NAMES =
  'This password is easy to guess. It is built from common words or names, your email address or the name of this site.';

test.each([
  ['mortgage1234', 'This password is easy to guess. It is a common or leaked password, or close to one.'],
  ['xyzxyzxyzxyz', 'This password is easy to guess. It repeats a few characters.'],
  ['abcdefghijklmnop', 'This password is easy to guess. It is a sequence like abc or 123.'],
  ['three lighthouse password otters', 'This password is very hard to guess.'],
])('describes the strength of %s', (password, text) => {
  expect(describeStrength(password, nobody)).toBe(text);
});

test('considers the beginning of a long password only', () => {
  expect(describeStrength('a1'.repeat(64), nobody)).toBe(describeStrength('a1'.repeat(20), nobody));
});

test.each(['Robertson-1926!', 'r3cce-sc0tland-77', 'northlight1926'])(
  'knows the names that the server rejects: %s',
  (password) => {
    expect(findWeakness(password, isla)).toBe('names');
    expect(describeStrength(password, isla)).toBe(FROM_NAMES);
    expect(describeStrength(password, nobody)).not.toBe(FROM_NAMES);
  },
);

test.each(['mortgage1234', 'sunflower1234', 'xyzxyzxyzxyz', 'abcdefghijklmnop', 'Robertson-1926!'])(
  'says the same as the rejection of the server: %s',
  (password) => {
    expect(weakPassword(findWeakness(password, isla)!)).toBe(`${describeStrength(password, isla)} Choose another one.`);
  },
);
