import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FuzzyIndex, scanFuzzy } from './fuzzy-index.ts';
import { editDistance } from '../../../../platform/text/edit-distance.ts';
import { getMaxEdits } from '../../text/relevance.ts';
import { runToCompletion } from '../../../../platform/runtime/time-slicing.ts';
import { StringColumn } from '../collections/string-column.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 12 });
/** Deletes, inserts, replaces or transposes a letter. */
const edit = fc.record({
  at: fc.nat({ max: 12 }),
  kept: fc.constantFrom(0, 1),
  letters: fc.constantFrom('', 'a', 'b', 'swap'),
});
const edits = (a: string, b: string, limit: number) => editDistance(a, `<${b}>`, 1, b.length + 1, limit);

describe('fuzzy matching', () => {
  test.each([
    ['castle', 'castle', 0],
    ['castel', 'castle', 1],
    ['caste', 'castle', 1],
    ['casttle', 'castle', 1],
    ['cartle', 'castle', 1],
    ['xcastle', 'castle', 1],
    ['lihgthuose', 'lighthouse', 2],
  ])('counts the edits between %s and %s', (typed, intended, counted) => {
    expect(edits(typed, intended, 2)).toBe(counted);
    expect(edits(intended, typed, 2)).toBe(counted);
  });

  test('counts edits up to the limit', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const all = edits(a, b, 64);
        for (const limit of [0, 1, 2]) expect(edits(a, b, limit)).toBe(Math.min(all, limit + 1));
      }),
    );
  });

  test('finds the same terms as a full scan', () => {
    fc.assert(
      fc.property(
        word,
        fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 60 }),
        fc.array(word),
        (typed, variants, others) => {
          const words = new Set([...others, ...variants.map((made) => made.reduce(edited, typed))]);
          const terms = StringColumn.from([...words].sort());
          expect(runToCompletion(FuzzyIndex.build(terms)).find(typed)).toEqual(
            scanFuzzy(typed, terms, getMaxEdits(typed)),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('finds a transposition across the end of the prefix after another edit', () => {
    const terms = StringColumn.from(['lighthouse']);
    expect(runToCompletion(FuzzyIndex.build(terms)).find('lghhtouse')).toEqual([{ term: 0, edits: 2 }]);
  });
});

function edited(text: string, { at, kept, letters }: { at: number; kept: number; letters: string }): string {
  const [here = '', next = ''] = text.slice(at);
  if (letters === 'swap') return text.slice(0, at) + next + here + text.slice(at + 2);
  return text.slice(0, at) + letters + text.slice(at + kept);
}
