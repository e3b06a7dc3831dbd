import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeletionIndex, nearest } from './deletion-index.ts';
import { editDistance } from './edit-distance.ts';
import { typoDistance } from './rules.ts';
import { atOnce } from './slices.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 12 });

describe('typos', () => {
  test.each([
    ['castle', 'castle', 0],
    ['castel', 'castle', 1],
    ['caste', 'castle', 1],
    ['casttle', 'castle', 1],
    ['cartle', 'castle', 1],
    ['xcastle', 'castle', 1],
    ['lihgthuose', 'lighthouse', 2],
  ])('%s is as many edits from %s as a person would count', (typed, meant, edits) => {
    expect(editDistance(typed, meant, 2)).toBe(edits);
    expect(editDistance(meant, typed, 2)).toBe(edits);
  });

  test('are counted up to the limit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = editDistance(a, b, 64);
        for (const limit of [0, 1, 2]) expect(editDistance(a, b, limit)).toBe(Math.min(edits, limit + 1));
      }),
    );
  });

  test('are found by deletions as by comparing with every term', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (terms, typed) => {
        expect(atOnce(DeletionIndex.of(terms)).near(typed)).toEqual(
          nearest(typed, terms, terms.keys(), typoDistance(typed)),
        );
      }),
    );
  });
});
