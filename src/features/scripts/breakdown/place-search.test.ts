import { expect, test } from 'vitest';
import type { Constraint } from './constraints.ts';
import { listPlaceSearches } from './place-search.ts';

const CHARACTERS = ['MORAG', 'OLD CALUM'];

test.each([
  ['OLD MILL', 'old mill'],
  ["MORAG'S HOUSE", 'house'],
  ['MORAG’S HOUSE (UPSTAIRS)', 'house upstairs'],
  ["MORAG'S", "morag's"],
  ["FERGUS'S CROFT", "fergus's croft"],
  ['Dùn Èideann', 'dùn èideann'],
])('searches for %s by "%s"', (name, query) => {
  expect(listPlaceSearches(name, [], CHARACTERS)).toEqual([{ with: '', params: { query } }]);
});

test('adds what locations have facts about, and no other word of the script', () => {
  const constraints: Constraint[] = [
    { kind: 'NIGHT', words: ['late night'] },
    { kind: 'WATER', words: ['harbour', 'fishing boat'] },
    { kind: 'VEHICLES', words: ['hearse'] },
    { kind: 'PERIOD', words: ['telegram', '1893', '1872', '1950er', 'victorian'] },
  ];
  expect(listPlaceSearches('PIER', constraints, CHARACTERS)).toEqual([
    { with: '', params: { query: 'pier' } },
    { with: 'by the water', params: { query: 'pier by the water' } },
    { with: 'with parking', params: { query: 'pier', parkingspaces: '1-' } },
    { with: '19th century', params: { query: 'pier 19th century' } },
    { with: '20th century', params: { query: 'pier 20th century' } },
  ]);
  expect(listPlaceSearches('', constraints, CHARACTERS)).toEqual([]);
});
