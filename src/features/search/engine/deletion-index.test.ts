import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DeletionIndex, nearest } from './deletion-index.ts';
import { editDistance } from './edit-distance.ts';
import { typoDistance } from './rules.ts';
import { atOnce } from './slices.ts';
import { TextColumn } from './text-column.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 12 });
const edits = (a: string, b: string, limit: number) => editDistance(a, `<${b}>`, 1, b.length + 1, limit);

describe('typos', () => {
  test.each([
    ['castle', 'castle', 0],
    ['castel', 'castle', 1],
    ['caste', 'castle', 1],
    ['casttle', 'castle', 1],
    ['cartle', 'castle', 1],
    ['xcastle', 'castle', 1],
    ['lihgthuose', 'lighthouse', 2],
  ])('%s is as many edits from %s as a person would count', (typed, meant, counted) => {
    expect(edits(typed, meant, 2)).toBe(counted);
    expect(edits(meant, typed, 2)).toBe(counted);
  });

  test('are counted up to the limit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const all = edits(a, b, 64);
        for (const limit of [0, 1, 2]) expect(edits(a, b, limit)).toBe(Math.min(all, limit + 1));
      }),
    );
  });

  test('are found by deletions as by comparing with every term', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, typed) => {
        const terms = TextColumn.of(words);
        expect(atOnce(DeletionIndex.of(terms)).near(typed)).toEqual(nearest(typed, terms, typoDistance(typed)));
      }),
      { numRuns: 500 },
    );
  });
});
