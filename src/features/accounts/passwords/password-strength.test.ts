import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newPassword } from '../../../platform/http/field-schemas.ts';
import { BloomFilter } from './bloom-filter.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';
import { isLeaked } from './leaked-passwords.ts';
import { findWeakness } from './password-strength.ts';

const isla = { email: 'isla.robertson@northlight.example', names: ['Isla', 'Robertson'], siteName: 'Recce Scotland' };

test('accepts passwords of 12 to 128 characters of any kind', () => {
  const passes = (password: string) => newPassword.safeParse(password).success;
  expect([11, 12, 128, 129].map((length) => passes('x'.repeat(length)))).toEqual([false, true, true, false]);
});

test('lists common passwords of valid length in lower case only', () => {
  for (const password of COMMON_PASSWORDS) {
    expect(newPassword.safeParse(password)).toMatchObject({ success: true });
    expect(password).toBe(password.toLowerCase());
  }
});

describe('rejects', () => {
  test.each([
    ['common passwords', 'qwertyuiop123', 'common'],
    ['common passwords in any case', 'ManchesterUnited', 'common'],
    ['leaked passwords', 'mailcreated5240', 'common'],
    ['leaked passwords in any case', 'MegaParol12345', 'common'],
    ['leaked passwords that are words', 'Philadelphia', 'common'],
    ['leaked passwords typed on another keyboard layout', 'ghjcnjgfhjkm', 'common'],
    ['leaked passwords with digits after them', 'sunflower1234', 'names'],
    ['leaked passwords with digits and signs around them', '#Dragonslayer26!', 'common'],
    ['leaked passwords with a date', 'mortgage12.05.84', 'common'],
    ['one repeated character', 'aaaaaaaaaaaa', 'repetition'],
    ['a repeated pattern', 'xyz1xyz1xyz1xy', 'repetition'],
    ['a run of digits', '123456789012', 'sequence'],
    ['a run of the alphabet, backwards', 'zyxwvutsrqpon', 'sequence'],
    ['a common word and digits', 'Password2026!', 'names'],
    ['a common word with letters replaced by digits and signs', 'P@$$w0rd1234', 'names'],
    ['several common words', 'welcome-summer-2026', 'names'],
    ['the email address', 'isla.robertson@northlight.example', 'names'],
    ['the name before the @', 'isla.robertson', 'names'],
    ['the name and a year', 'IslaRobertson1984', 'names'],
    ['the site', 'recce-scotland-26', 'names'],
  ] as const)('%s: %s', (_what, password, weakness) => {
    expect(findWeakness(password, isla)).toBe(weakness);
  });
});

describe('accepts', () => {
  test.each([
    ['a sentence', 'the keeper left the lamp burning'],
    ['a common word among others', 'three lighthouse password otters'],
    ['random characters', 'k7#m2!9x@4p%'],
    ['random digits', '840275193648'],
    ['a leaked password with more than a date', 'mortgage 84 02 29 7'],
    ['other scripts', 'пароль-для-маяка'],
    ['the name among other words', 'isla walks to the weir'],
  ])('%s: %s', (_what, password) => {
    expect(findWeakness(password, isla)).toBeUndefined();
  });
});

test('takes few other passwords for leaked ones', () => {
  const others = Array.from({ length: 20_000 }, (_, n) => `an otter of the weir ${n}`);
  // One in a thousand is expected: 20, with a standard deviation of 4.5.
  expect(others.filter(isLeaked).length).toBeLessThan(45);
});

test('a Bloom filter knows all its entries', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (entries) => {
      const filter = BloomFilter.of(entries);
      expect(entries.filter((entry) => !filter.has(entry))).toEqual([]);
    }),
  );
});
