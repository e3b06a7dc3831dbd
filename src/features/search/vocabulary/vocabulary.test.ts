import { expect, test } from 'vitest';
import type { Place } from './schema.ts';
import { Vocabulary } from './vocabulary.ts';

const place = (names: string[], reach: number, common = true): Place => {
  const area = { councils: [], circles: [[56, -4, reach] as [number, number, number]], outlines: [] };
  return { kind: 'town', name: names[0]!, names, common, latitude: 56, longitude: -4, reach, area };
};

const vocabulary = new Vocabulary({
  options: [],
  thesaurus: [],
  places: [
    place(['Glen', 'Glen of Imaal'], 8, false),
    place(['Glencoe', 'Glen Coe'], 15),
    place(['Glasgow', 'Glaschu'], 12),
    place(['Edinburgh', 'Dùn Èideann'], 12),
  ],
});

test('lists names of places that start with a text, common and large ones first', () => {
  expect(vocabulary.listPlaceNames('GL', 8)).toEqual(['Glencoe', 'Glasgow', 'Glen']);
  expect(vocabulary.listPlaceNames('gl', 2)).toEqual(['Glencoe', 'Glasgow']);
});

test('offers the name that is being typed', () => {
  expect(vocabulary.listPlaceNames('glen c', 8)).toEqual(['Glen Coe']);
  expect(vocabulary.listPlaceNames('dun eid', 8)).toEqual(['Dùn Èideann']);
  expect(vocabulary.listPlaceNames('the glas', 8)).toEqual(['Glasgow']);
});

test('offers nothing for an empty text', () => {
  expect(vocabulary.listPlaceNames(' - ', 8)).toEqual([]);
});

test('knows Saint and St, Mount and Mt, also while they are typed', () => {
  const saints = new Vocabulary({
    options: [],
    thesaurus: [],
    places: [place(['St Andrews'], 8), place(['Mount Keen'], 2)],
  });
  expect(saints.listPlaceNames('sain', 8)).toEqual(['St Andrews']);
  expect(saints.getPlace('Saint Andrews')?.name).toBe('St Andrews');
  expect(saints.getPlace('Mt Keen')?.name).toBe('Mount Keen');
});
