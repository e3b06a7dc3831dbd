import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SearchDocument, RANGE_FIELDS } from '../../locations/catalogue/schema.ts';
import { toLetterMask, toSearchVector } from './search-vector.ts';

const letter = fc.constantFrom('a', 'b', 'c', 'x', 'y', 'z', 'é', '城');
const word = fc.array(letter, { minLength: 4, maxLength: 9 }).map((letters) => letters.join(''));

test('an edit changes at most two bits of the letter mask', () => {
  fc.assert(
    fc.property(
      word,
      fc.nat(),
      letter,
      fc.constantFrom('insert', 'omit', 'replace', 'swap'),
      (before, at, other, edit) => {
        const i = at % (before.length - 1);
        const after = {
          insert: before.slice(0, i) + other + before.slice(i),
          omit: before.slice(0, i) + before.slice(i + 1),
          replace: before.slice(0, i) + other + before.slice(i + 1),
          swap: before.slice(0, i) + before[i + 1]! + before[i]! + before.slice(i + 2),
        }[edit];
        const differing = (toLetterMask(before) ^ toLetterMask(after)) >>> 0;
        expect(differing.toString(2).replaceAll('0', '').length).toBeLessThanOrEqual(2);
      },
    ),
  );
});

test('writes the words of a location in the order of their weight, then its title and options', () => {
  const options = {
    category: ['Castle'],
    setting: ['Coastal'],
    century: [],
    condition: [],
    ownershiptype: [],
    localauthority: ['Fife'],
    filmoffice: [],
  };
  const { vector, words, titleKey } = toSearchVector({
    id: '1',
    title: "O'Neill's Castle",
    nearesttown: 'Dùn',
    description: 'The castle.',
    address: [],
    options,
    numbers: Object.fromEntries(RANGE_FIELDS.map((field) => [field, null])) as SearchDocument['numbers'],
    position: null,
    featured: false,
    pictured: false,
    publishedAt: 0,
  });
  expect(vector).toBe(
    "'oneills':1A 'castle':2A 'dun':3B 'castle':4B 'fife':5B 'castle':6C " +
      "'=title:oneills' '=title:castle' '=category:Castle' '=setting:Coastal' '=localauthority:Fife'",
  );
  expect(titleKey).toBe('oneills castle');
  expect([...words]).toEqual(['oneills', 'castle', 'dun', 'fife']);
});
