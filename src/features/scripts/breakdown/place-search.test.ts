import { expect, test } from 'vitest';
import { createScene } from '../../../../tests/support/breakdown-scripts.ts';
import type { Constraint } from './constraints.ts';
import { findPlaceKind } from './place-kinds.ts';
import { listPlaceSearches } from './place-search.ts';
import { getLanguage } from './words.ts';

const CHARACTERS = ['MORAG', 'OLD CALUM'];

test.each([
  ['OLD MILL', 'old mill'],
  ["MORAG'S HOUSE", 'house'],
  ['MORAG’S HOUSE (UPSTAIRS)', 'house upstairs'],
  ["MORAG'S", "morag's"],
  ["FERGUS'S CROFT", "fergus's croft"],
  ['Dùn Èideann', 'dùn èideann'],
  ['ROAD THROUGH THE GLEN', 'road glen'],
  ['MULTI-STOREY CAR PARK', 'car park'],
  ['BEHIND', ''],
  ['LE PHARE', 'lighthouse', 'fr'],
  ['ALTE MÜHLE', 'alte mill', 'de'],
  ['ESTACIÓN DE TREN', 'railway station', 'es'],
  ['TAIGH-SOLAIS', 'lighthouse', 'gd'],
])('searches for %s by "%s"', (name, query, language = 'en') => {
  const searches = listPlaceSearches({ name, kind: undefined, constraints: [] }, CHARACTERS, getLanguage(language));
  expect(searches).toEqual(query === '' ? [] : [{ with: '', params: { query } }]);
});

test('adds what locations have facts about, and no other word of the script', () => {
  const constraints: Constraint[] = [
    { kind: 'NIGHT', words: ['late night'] },
    { kind: 'WATER', words: ['harbour', 'fishing boat'] },
    { kind: 'VEHICLES', words: ['hearse'] },
    { kind: 'PERIOD', words: ['telegram', '1893', '1872', '1950er', 'victorian'] },
  ];
  const list = (name: string, kind?: string) =>
    listPlaceSearches({ name, kind, constraints }, CHARACTERS, getLanguage('en'));
  expect(list('PIER')).toEqual([
    { with: '', params: { query: 'pier' } },
    { with: 'by the water', params: { query: 'pier by the water' } },
    { with: 'with parking', params: { query: 'pier', parkingspaces: '1-' } },
    { with: '19th century', params: { query: 'pier 19th century' } },
    { with: '20th century', params: { query: 'pier 20th century' } },
  ]);
  expect(list('')).toEqual([]);
  expect(list('CRAIGEND', 'prison').map(({ params: { query } }) => query)).toEqual([
    'prison',
    'craigend',
    'prison by the water',
    'prison',
    'prison 19th century',
    'prison 20th century',
  ]);
});

test.each([
  ['the name says it', ['OLD MILL'], 'A school once.', undefined],
  ['an area says it', ['CRAIGEND, CELL BLOCK'], 'A school once.', 'prison'],
  ['the first paragraph says it', ['CRAIGEND, CORRIDOR'], 'Doors. A prison officer.\nSchool bags.', 'prison'],
  ['a later scene says it', ['CRAIGEND', 'CRAIGEND, YARD', 'CRAIGEND, CHAPEL'], 'Doors.', 'church'],
  ['only what happens there says it', ['CRAIGEND'], 'Doors.\nShe talks of the school.', undefined],
])('finds what a place is: %s', (_what, headings, action, kind) => {
  const scenes = headings.map((heading) => createScene(`INT. ${heading}`, { action }));
  const location = { name: scenes[0]!.places[0]!.name, uses: scenes.map((_, scene) => ({ scene, place: 0 })) };
  expect(findPlaceKind({ scenes }, location, getLanguage('en'))).toBe(kind);
});
