import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { singleLine } from '../../platform/http/field-schemas.ts';
import { clearable, enquiryForm, toParagraphs } from './schema.ts';

const valid = {
  name: 'Isla Robertson',
  email: 'isla@northlight.example',
  phone: '',
  comment: 'Two nights in February.',
};
const getErrors = (changes: object) => {
  const issues = enquiryForm.safeParse({ ...valid, ...changes }).error?.issues ?? [];
  // The form shows the first error of each field.
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
};
const accepts = (changes: object) => Object.keys(getErrors(changes)).length === 0;

/** Strings of the characters that matter to the rule under test. */
const stringFrom = (characters: string, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength });

describe('the enquiry form', () => {
  test('trims values and removes control characters', () => {
    const value = {
      name: ' Isla\tRobertson ',
      email: ' isla@northlight.example ',
      phone: ' 0131 496 0177 ',
      comment: '\n Two nights.\r\n\r\nA\0 low\tcrane.\u0007 ',
    };
    expect(enquiryForm.parse(value)).toEqual({
      name: 'Isla Robertson',
      email: 'isla@northlight.example',
      phone: '0131 496 0177',
      comment: 'Two nights.\n\nA low\tcrane.',
    });
  });

  test('reports missing fields', () => {
    expect(getErrors({ name: ' ', email: '', comment: '\n' })).toEqual({
      name: 'Enter your name.',
      email: 'Enter your email address.',
      comment: 'Tell us what you are looking for.',
    });
    expect(accepts({ phone: undefined })).toBe(true);
  });

  test.each([
    ['name', 100, 'Use at most 100 characters.'],
    ['comment', 2000, 'Use at most 2,000 characters.'],
  ])('limits the %s to %i characters', (field, max, message) => {
    expect(accepts({ [field]: 'x'.repeat(max) })).toBe(true);
    expect(getErrors({ [field]: 'x'.repeat(max + 1) })).toEqual({ [field]: message });
  });

  test('keeps no control characters except line breaks and tabs in the comment', () => {
    fc.assert(
      fc.property(stringFrom('\0\u0007\b\t\n\v\r\u001b\u007f\u0085\u009f a.é', 60), (text) => {
        const { name, comment } = enquiryForm.parse({ ...valid, name: `x${text}`.slice(0, 100), comment: `x${text}` });
        expect(name).not.toMatch(/\p{Cc}/u);
        expect(comment).not.toMatch(/(?![\n\t])\p{Cc}/u);
      }),
    );
  });
});

describe('telephone numbers', () => {
  test('have 7 to 30 characters of digits, spaces and + ( ) - . with at least 7 digits', () => {
    fc.assert(
      fc.property(stringFrom('0123456789 +()-./x', 34), (value) => {
        const text = value.trim();
        const digits = [...text].filter((character) => '0123456789'.includes(character)).length;
        const allowed = [...text].every((character) => '0123456789 +()-.'.includes(character));
        const expected = text === '' || (text.length >= 7 && text.length <= 30 && allowed && digits >= 7);
        expect(accepts({ phone: value }), value).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test.each(['0131 496 0142', '+44 (0)131 496-0142', '131.496.0142'])('can be %s', (phone) => {
    expect(accepts({ phone })).toBe(true);
  });
});

describe('email addresses', () => {
  /** The rule of the HTML standard plus a dot in the domain, implemented without a regular expression. */
  const isAddress = (text: string) => {
    const [local = '', domain = '', ...rest] = text.split('@');
    const labels = domain.split('.');
    const isAlphanumeric = (character: string | undefined) => character !== undefined && /[a-z0-9]/i.test(character);
    return (
      rest.length === 0 &&
      text.length <= 254 &&
      local.length > 0 &&
      [...local].every((character) => isAlphanumeric(character) || ".!#$%&'*+/=?^_`{|}~-".includes(character)) &&
      labels.length >= 2 &&
      labels.every(
        (label) =>
          label.length >= 1 &&
          label.length <= 63 &&
          isAlphanumeric(label[0]) &&
          isAlphanumeric(label.at(-1)) &&
          [...label].every((character) => isAlphanumeric(character) || character === '-'),
      )
    );
  };

  test('follow the HTML standard and have a dot in the domain', () => {
    const addressParts = fc.tuple(
      stringFrom('aZ9.+-_\'"é,', 6),
      fc.constantFrom('@', '@', '@', '', '@@'),
      stringFrom('aZ9.-_é', 9),
    );
    fc.assert(
      fc.property(addressParts, (parts) => {
        const value = parts.join('');
        expect(accepts({ email: value }), value).toBe(isAddress(value));
      }),
      { numRuns: 2000 },
    );
  });

  test('have labels of at most 63 characters and 254 characters in total', () => {
    expect(accepts({ email: `a@${'b'.repeat(63)}.example` })).toBe(true);
    expect(accepts({ email: `a@${'b'.repeat(64)}.example` })).toBe(false);
    expect(accepts({ email: `${'a'.repeat(242)}@example.com` })).toBe(true);
    expect(accepts({ email: `${'a'.repeat(243)}@example.com` })).toBe(false);
  });

  test('and telephone numbers are validated in linear time', () => {
    const started = performance.now();
    accepts({ email: `${'a.'.repeat(50_000)}@${'a-'.repeat(50_000)}` });
    accepts({ phone: '1 '.repeat(100_000) });
    // A regular expression with quadratic backtracking would take more than ten seconds.
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});

test.each(['', ' ', '\t \n', '\u00A0'])('stores no text for %j', (text) => {
  expect(clearable(singleLine).parse(text)).toBeNull();
  expect(clearable(z.string().overwrite(toParagraphs).trim()).parse(text)).toBeNull();
});
