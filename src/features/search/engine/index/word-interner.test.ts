import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from '../../text/analysis.ts';
import { WordInterner } from './word-interner.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abZ09 -'`.,éß’"), maxLength: 200 }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom('The', 'of', 'castle', "O'Neill", 'x'.repeat(70), 'Dùn')).map((words) => words.join(' ')),
);

test('reads the words that the analysis finds, each with its own number', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
      const table = new WordInterner();
      const numbers = new Map<string, number>();
      for (const one of texts) {
        const n = table.readText(one);
        const read = Array.from(table.read.subarray(0, n));
        const { words } = table;
        expect(read.map((number) => words[number])).toEqual(analyze(one));
        for (const number of read) {
          const word = words[number]!;
          expect(numbers.get(word) ?? number).toBe(number);
          numbers.set(word, number);
        }
      }
    }),
    { numRuns: 300 },
  );
});

test('keeps the numbers of thousands of words', () => {
  const table = new WordInterner();
  const words = Array.from({ length: 20_000 }, (_, i) => `w${i}`);
  table.readText(words.join(' '));
  const first = table.read.slice(0, words.length);
  expect(table.readText(words.toReversed().join(' '))).toBe(words.length);
  expect(table.read.subarray(0, words.length)).toEqual(first.toReversed());
  const known = table.words;
  expect(Array.from(first, (number) => known[number])).toEqual(words);
});
