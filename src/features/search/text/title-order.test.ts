import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareCodePoints, toTitleKey } from './title-order.ts';

test('sorts titles by their words, whatever their case, accents and punctuation', () => {
  const titles = ['Zoo', 'glencoe', 'The Glen', '“Àrd” House', 'Glen Coe', 'Ard', '12 High Street'];
  const sorted = titles.toSorted((a, b) => compareCodePoints(toTitleKey(a), toTitleKey(b)));
  expect(sorted).toEqual(['12 High Street', 'Ard', '“Àrd” House', 'Glen Coe', 'glencoe', 'The Glen', 'Zoo']);
});

test('compares code points as UTF-8 bytes do', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\u{ffdc}', '\u{10000}', '\u{1d11e}', '城') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
