import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Initials } from './prefix-table.ts';
import { TextColumn } from './string-column.ts';

const word = fc.string({ unit: fc.constantFrom('0', 'a', 'b', 'z', '\u007f', 'é', '城', '\uffff'), maxLength: 4 });

test('initials lead to the place where a text stands, or would', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, text) => {
      const column = TextColumn.of(words.sort());
      expect(new Initials(column).placeOf(text)).toBe(column.placeOf(text));
    }),
  );
});
