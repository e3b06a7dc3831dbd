import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEW, chooseParts } from './required-parts.ts';
import type { QueryPart } from './query-part.ts';

const plain = (text: string, isRequired = false): QueryPart => ({
  text,
  spans: [],
  words: [text],
  synonyms: [],
  options: [],
  isLiteral: false,
  isRequired,
  isExcluded: false,
});
const known = (text: string, field: 'category' | 'condition'): QueryPart => ({
  ...plain(text),
  options: [{ field, name: text, related: false }],
});

describe('choosing the parts to match', () => {
  const mill = known('mill', 'category');
  const derelict = known('derelict', 'condition');
  const name = plain('balmoral');

  test('takes all of them if enough locations match all', () => {
    expect(chooseParts([mill, derelict], new Map([[3, FEW]]), 100)).toEqual({ chosen: 3 });
  });

  test('drops what says least if none matches all', () => {
    expect(
      chooseParts(
        [derelict, mill],
        new Map([
          [1, 20],
          [2, 20],
        ]),
        100,
      ),
    ).toEqual({ chosen: 2, matchingAll: 0 });
  });

  test('drops a part that nothing matches', () => {
    expect(
      chooseParts(
        [plain('zzz'), mill, derelict],
        new Map([
          [6, 5],
          [2, 9],
        ]),
        100,
      ),
    ).toEqual({ chosen: 6, matchingAll: 0 });
  });

  test('keeps names if few locations match all', () => {
    expect(
      chooseParts(
        [name, mill],
        new Map([
          [3, 1],
          [1, 4],
          [2, 50],
        ]),
        100,
      ),
    ).toEqual({ chosen: 1, matchingAll: 1 });
    expect(
      chooseParts(
        [name, mill],
        new Map([
          [3, 1],
          [2, 50],
        ]),
        100,
      ),
    ).toEqual({ chosen: 3 });
  });

  test('never drops what is required', () => {
    expect(chooseParts([plain('zzz', true), mill], new Map([[2, 9]]), 100)).toEqual({ chosen: 3 });
  });

  test('chooses what enough locations match together, although any two of them share more', () => {
    const parts = [mill, plain('a'), plain('b'), plain('c')];
    const counts = new Map([
      [0b1011, 1],
      [0b1101, 1],
      [0b0111, 1],
    ]);
    expect(chooseParts(parts, counts, 100)).toEqual({ chosen: 1, matchingAll: 0 });
  });

  test('finds something whenever a location matches any part', () => {
    const part = fc.constantFrom(mill, derelict, name, plain('other'));
    const counts = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.integer({ min: 1, max: 9 })), {
      selector: ([mask]) => mask,
      minLength: 1,
    });
    fc.assert(
      fc.property(fc.tuple(part, part, part, part), counts, (parts, entries) => {
        const { chosen, matchingAll } = chooseParts(parts, new Map(entries), 100);
        const matching = entries.filter(([mask]) => (mask & chosen) === chosen);
        expect(matching).not.toEqual([]);
        expect(chosen === 15).toBe(matchingAll === undefined);
      }),
    );
  });
});
