import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlight } from './highlight.ts';

const marked = (text: string, terms: string[]) =>
  highlight(text, terms)
    .filter((part) => part.marked)
    .map((part) => part.text);

test('highlights whole words regardless of case, accents and apostrophes', () => {
  expect(marked('Dùn Èideann castle', ['dun', 'eideann'])).toEqual(['Dùn', 'Èideann']);
  expect(marked('O’Neill house, o’neills', ['oneill'])).toEqual(['O’Neill']);
  expect(marked('Castleton', ['castle'])).toEqual([]);
});

test('highlights the beginning of every word that starts with a prefix', () => {
  expect(marked('Stirling Castle, Stirlingshire', ['stirling*'])).toEqual(['Stirling', 'Stirling']);
  expect(marked('Castle Campbell, Castlebay', ['cast*', 'castle'])).toEqual(['Castle', 'Cast']);
  expect(marked('Castlebay', ['ca*', 'castle*'])).toEqual(['Castle']);
});

test('counts letters of a prefix as the text writes them', () => {
  expect(marked('E\u0300ideann', ['e*'])).toEqual(['E\u0300']);
  expect(marked('O’Neills', ['onei*'])).toEqual(['O’Nei']);
});

test('highlights nothing without terms', () => {
  expect(highlight('Neist Point', [])).toEqual([{ text: 'Neist Point', marked: false }]);
  expect(highlight('', ['neist'])).toEqual([]);
});

test('never changes the text', () => {
  const words = fc.constantFrom('<b>', 'shore', 'Èil', "'", '&amp;', ' ', 'e\u0301', '𝒳');
  fc.assert(
    fc.property(fc.array(words), fc.array(fc.constantFrom('shore', 'b', 'e*', 'x', 'amp')), (parts, terms) => {
      const text = parts.join('');
      expect(
        highlight(text, terms)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
