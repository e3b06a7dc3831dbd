import { describe, expect, test } from 'vitest';
import { getBoxAround } from '../../geography/measure.ts';
import { type Place, area } from '../vocabulary/schema.ts';
import { Vocabulary } from '../vocabulary/vocabulary.ts';
import { resolveAreas } from './area-filters.ts';

const SKYE: Place = {
  kind: 'town',
  name: 'the Isle of Skye',
  names: ['Isle of Skye', 'Skye', 'Portree'],
  common: false,
  latitude: 57.3,
  longitude: -6.2,
  reach: 40,
  area: area.parse({
    outlines: [
      [
        [57, -7],
        [58, -6],
        [57, -5.5],
      ],
    ],
  }),
};
const FIFE: Place = {
  kind: 'town',
  name: 'Fife',
  names: ['Fife'],
  common: true,
  latitude: 56.2,
  longitude: -3.1,
  reach: 30,
  area: area.parse({ councils: ['Fife'] }),
};
const PORTREE: Place = {
  kind: 'town',
  name: 'Portree',
  names: ['Portree', 'Port Rìgh'],
  common: true,
  latitude: 57.4,
  longitude: -6.2,
  reach: 2,
  area: area.parse({ circles: [[57.4, -6.2, 2]] }),
};
const IV51: Place = {
  kind: 'town',
  name: 'IV51',
  names: ['IV51'],
  common: true,
  latitude: 57.4,
  longitude: -6.3,
  reach: 9,
  area: area.parse({ circles: [[57.4, -6.3, 9]] }),
};
const vocabulary = new Vocabulary({ thesaurus: [], options: [], places: [SKYE, FIFE, PORTREE, IV51] });
const circle = (latitude: number, longitude: number, km: number) =>
  area.parse({ circles: [[latitude, longitude, km]] });

describe('the place of a filter', () => {
  test.each(['skye', 'Isle of Skye', 'the isle of SKYE'])('is found by the name %s', (name) => {
    expect(resolveAreas({ place: { name } }, vocabulary)).toEqual({
      areas: [SKYE.area],
      place: { name: 'the Isle of Skye', latitude: 57.3, longitude: -6.2, bbox: [-7, 57, -5.5, 58] },
    });
  });

  test.each(['IV51', 'IV51 9EJ', 'iv519ej', 'IV51 9'])('of the postcode %s is its district', (name) => {
    expect(resolveAreas({ place: { name } }, vocabulary).areas).toEqual([IV51.area]);
  });

  test('with a distance is a circle around its centre', () => {
    expect(resolveAreas({ place: { name: 'Skye', within: 10 } }, vocabulary)).toEqual({
      areas: [circle(57.3, -6.2, 10)],
      place: { name: 'the Isle of Skye', latitude: 57.3, longitude: -6.2, bbox: getBoxAround(SKYE, 10) },
    });
  });

  test('may be a position', () => {
    const position = { latitude: 57, longitude: -4 };
    expect(resolveAreas({ place: { position, within: 10 } }, vocabulary)).toEqual({
      areas: [circle(57, -4, 10)],
      place: { name: null, ...position, bbox: getBoxAround(position, 10) },
    });
  });

  test('reaches as far as it is said to, where it is a local authority without a shape', () => {
    expect(resolveAreas({ place: { name: 'Fife' } }, vocabulary).place!.bbox).toEqual(getBoxAround(FIFE, 30));
  });

  test('has no locations if it is unknown', () => {
    const nowhere = area.parse({});
    expect(resolveAreas({ place: { name: 'Atlantis', within: 10 } }, vocabulary)).toEqual({
      areas: [nowhere],
      place: null,
    });
    expect(resolveAreas({ place: { name: 'Skye Bridge' } }, vocabulary)).toEqual({ areas: [nowhere], place: null });
  });
});

test('a drawn area is another condition', () => {
  const outline = [
    { latitude: 1, longitude: 2 },
    { latitude: 3, longitude: 4 },
    { latitude: 5, longitude: 1 },
  ];
  const drawn = area.parse({
    outlines: [
      [
        [1, 2],
        [3, 4],
        [5, 1],
      ],
    ],
  });
  expect(resolveAreas({ outline, place: { name: 'Fife' } }, vocabulary).areas).toEqual([drawn, FIFE.area]);
  expect(resolveAreas({}, vocabulary)).toEqual({ areas: [], place: null });
});

test('a place is named as only it is called', () => {
  expect(vocabulary.getName(SKYE)).toBe('the Isle of Skye');
  expect(vocabulary.getPlace('Portree')).toBe(SKYE);
  expect(vocabulary.getName(PORTREE)).toBe('Port Rìgh');
});

test('categories are related if terms mean both', () => {
  const term = (name: string, ...values: string[]) =>
    values.map((value, i) => ({ term: name, field: 'category' as const, value, related: i > 0 }));
  const known = new Vocabulary({
    thesaurus: [
      ...term('mansion', 'Country house', 'Estate', 'Hotel'),
      ...term('manor', 'Country house', 'Estate'),
      ...term('croft', 'Farm'),
    ],
    options: [],
    places: [],
  });
  expect(known.listRelatedCategories(['Country house'])).toEqual(['Estate', 'Hotel']);
  expect(known.listRelatedCategories(['Estate', 'Hotel'])).toEqual(['Country house']);
  expect(known.listRelatedCategories(['Farm'])).toEqual([]);
  expect(known.listRelatedCategories([])).toEqual([]);
});
