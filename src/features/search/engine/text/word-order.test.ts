import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordOrder } from './word-order.ts';

const word = fc
  .tuple(
    fc.constantFrom('', 'a', 'cast', 'castlebaya', 'dùn', 'я'),
    fc.string({ unit: fc.constantFrom(...'09azéя\u{1f600}\uffff'), maxLength: 12 }),
  )
  .map((parts) => parts.join(''));

test('words are put in the order that sorting puts them in', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), (words) => {
      expect(Array.from(wordOrder(words), (place) => words[place])).toEqual(words.toSorted());
    }),
    { numRuns: 1_000 },
  );
});
