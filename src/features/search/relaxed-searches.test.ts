import { describe, expect, test } from 'vitest';
import { RANGE_FIELDS, getFactLabel } from '../locations/catalogue/schema.ts';
import type { SearchParams } from './search-params.ts';
import { type SimilarSearch, listSimilarSearches, selectSimilarSearches } from './relaxed-searches.ts';
import { describeNoMatch, getAdvice, introduceSimilarSearches } from './ui/no-results-texts.ts';

type Findings = Parameters<typeof listSimilarSearches>[1];

/** The parts of a query, given as typed. Those that are dropped end with a question mark. */
const partsOf = (query: string, texts: readonly string[]): Findings['understood']['parts'] =>
  texts.map((typed) => {
    const text = typed.replace('?', '');
    const start = query.indexOf(text);
    const spans: [number, number][] = [[start, start + text.length]];
    const unknown = { label: null, similar: null, filter: null, excluded: false, unknown: false, others: [] };
    return { ...unknown, text, spans, dropped: typed.endsWith('?') };
  });
const findings = (given: Partial<Findings> = {}): Findings => ({
  understood: { parts: [], matchingAll: null, wider: null },
  place: null,
  relatedCategories: [],
  ...given,
});

const list = (params: SearchParams, given?: Partial<Findings>) => listSimilarSearches(params, findings(given)).flat();
const removed = (params: SearchParams) => list(params).filter(({ action }) => action === 'Remove');
/** The label and the change of each similar search. */
const describeChanges = (params: SearchParams, given?: Partial<Findings>) =>
  list(params, given)
    .filter(({ action }) => action === 'Change')
    .map(({ label, value, params: changed }) => ({ text: `${label} ${value}`, params: changed }));

test('offers to remove each condition and keep the others', () => {
  const params = {
    query: 'tower',
    category: ['Castle'],
    localauthority: ['Fife', 'Moray'],
    bbox: '-6,56,-4,58',
    currentPage: 2,
  };
  expect(removed(params)).toEqual([
    {
      action: 'Remove',
      label: 'Category',
      value: 'Castle',
      params: { query: 'tower', localauthority: ['Fife', 'Moray'], bbox: '-6,56,-4,58' },
    },
    {
      action: 'Remove',
      label: 'Local authority',
      value: 'Fife, Moray',
      params: { query: 'tower', category: ['Castle'], bbox: '-6,56,-4,58' },
    },
    {
      action: 'Remove',
      label: 'Area',
      value: 'on the map',
      params: { query: 'tower', category: ['Castle'], localauthority: ['Fife', 'Moray'] },
    },
    {
      action: 'Remove',
      label: 'Words',
      value: '‘tower’',
      params: { category: ['Castle'], localauthority: ['Fife', 'Moray'], bbox: '-6,56,-4,58' },
    },
  ]);
});

test('offers to remove a single filter, but not the only word', () => {
  expect(
    list({ query: 'xyzzy' }, { understood: { parts: partsOf('xyzzy', ['xyzzy']), matchingAll: null, wider: null } }),
  ).toEqual([]);
  expect(list({ place: 'Atlantis' })).toEqual([{ action: 'Remove', label: 'Place', value: 'Atlantis', params: {} }]);
  expect(removed({ setting: ['Coastal', 'Loch'] })).toMatchObject([{ value: 'Coastal, Loch', params: {} }]);
});

test('offers the query without each of its parts that the results must match', () => {
  const query = 'derelict  mill "red brick" zebra';
  const parts = partsOf(query, ['derelict', 'mill', '"red brick"', 'zebra?']);
  const fewer = list({ query }, { understood: { parts, matchingAll: 0, wider: null } });
  expect(fewer.filter(({ action }) => action === 'Remove')).toEqual(
    [
      ['derelict', 'mill "red brick" zebra'],
      ['mill', 'derelict "red brick" zebra'],
      ['"red brick"', 'derelict mill zebra'],
    ].map(([words, rest]) => ({ action: 'Remove', label: 'Words', value: `‘${words}’`, params: { query: rest } })),
  );
});

describe('a wider area', () => {
  const place = { name: 'Skye', latitude: 57.3, longitude: -6.2, bbox: [-6.8, 57, -5.6, 57.7] as const };

  test('is twice the distance, up to the greatest', () => {
    expect(describeChanges({ place: 'Skye', within: 40 }, { place })).toEqual([
      { text: 'Place within 80 km of Skye', params: { place: 'Skye', within: 80 } },
    ]);
    expect(describeChanges({ place: '57,-6', within: 300 }, { place })).toEqual([
      { text: 'Place within 500 km of this position', params: { place: '57,-6', within: 500 } },
    ]);
    expect(describeChanges({ place: 'Skye', within: 500 }, { place })).toEqual([]);
  });

  test('of a place goes beyond its corners', () => {
    expect(describeChanges({ place: 'Skye' }, { place })).toEqual([
      { text: 'Place within 80 km of Skye', params: { place: 'Skye', within: 80 } },
    ]);
    expect(describeChanges({ query: 'Skye' }, { place }), 'the place of the words').toEqual([]);
  });

  test('of the map is half as wide again on each side, inside the world', () => {
    expect(describeChanges({ bbox: '-6,56,-4,58' })).toEqual([
      { text: 'Area wider on the map', params: { bbox: '-7,55,-3,59' } },
    ]);
    expect(describeChanges({ bbox: '-180,-90,180,90' })).toEqual([]);
  });

  test('of a drawing is a box around it', () => {
    expect(describeChanges({ outline: '-6,56,-4,56,-5,58' })).toEqual([
      { text: 'Area around the one drawn', params: { bbox: '-7,55,-3,59' } },
    ]);
  });
});

test('offers related categories instead of those chosen', () => {
  const params = { query: 'tower', category: ['Hotel', 'House'] };
  expect(describeChanges(params, { relatedCategories: ['Office'] })).toEqual([
    { text: 'Category Office instead of Hotel or House', params: { query: 'tower', category: ['Office'] } },
  ]);
});

test('offers related categories instead of one that a word means', () => {
  const query = 'abbey -barn';
  const [abbey, barn] = partsOf(query, ['abbey', '-barn']);
  const parts = [
    { ...abbey!, label: 'Abbey', filter: { category: ['Abbey'] } },
    { ...barn!, excluded: true },
  ];
  const understood = { parts, matchingAll: null, wider: null };
  expect(describeChanges({ query, photographs: 'yes' }, { understood, relatedCategories: ['Church'] })).toEqual([
    {
      text: 'Category Church instead of ‘abbey’',
      params: { query: '-barn', photographs: 'yes', category: ['Church'] },
    },
  ]);
});

test('offers a wider area around a place of the words', () => {
  const place = { name: 'Skye', latitude: 57.3, longitude: -6.2, bbox: [-6.8, 57, -5.6, 57.7] as const };
  const widen = (query: string, text: string, filter: object) => {
    const parts = partsOf(query, [text]).map((part) => ({ ...part, label: text, filter }));
    return describeChanges({ query }, { place, understood: { parts, matchingAll: null, wider: null } });
  };
  const text = 'Place within 80 km of Skye';
  expect(widen('abbey in Skye', 'in Skye', { place: 'Skye' })).toEqual([
    { text, params: { query: 'abbey within 80 km of Skye' } },
  ]);
  expect(widen('near Skye', 'near Skye', { place: 'Skye', within: 40 })).toEqual([
    { text, params: { query: 'within 80 km of Skye' } },
  ]);
  expect(widen('near Skye', 'near Skye', { place: 'Skye', within: 500 })).toEqual([]);
});

test('offers the words in quotes without the quotes', () => {
  const query = '“eilean donnan”';
  const understood = { parts: partsOf(query, [query]), matchingAll: null, wider: null };
  expect(describeChanges({ query }, { understood })).toEqual([
    { text: 'Words ‘eilean donnan’ without quotes', params: { query: 'eilean donnan' } },
  ]);
});

test('selects the best of each kind in turn, at most six that find something', () => {
  const count = (...totals: number[]) => totals.map((total) => ({ total }));
  expect(selectSimilarSearches([count(0, 3), count(5, 9, 0, 7, 1), [], count(2, 4)])).toEqual(count(3, 9, 4, 7, 2, 5));
  expect(selectSimilarSearches([[], count(0)])).toEqual([]);
});

test('introduces what is offered', () => {
  const introduce = (params: SearchParams) => introduceSimilarSearches(removed(params), params);
  expect(introduce({ query: 'tower', setting: ['Loch'] })).toBe('Remove one of these:');
  expect(introduce({ setting: ['Loch'], century: ['13th'] })).toBe('Remove one filter:');
  const parts = partsOf('+mill +zebra', ['+mill', '+zebra']);
  const fewer = list({ query: '+mill +zebra' }, { understood: { parts, matchingAll: 0, wider: null } });
  expect(introduceSimilarSearches(fewer, { query: '+mill +zebra' })).toBe('Use fewer words:');
  expect(introduce({ place: 'Atlantis' })).toBe('Remove the filter:');
  const change: SimilarSearch = { action: 'Change', label: 'Area', value: 'wider on the map', params: {} };
  expect(introduceSimilarSearches([change], {})).toBe('Try one of these:');
});

test.each([
  [{ query: 'tower' }, 'Nothing matches ‘tower’.'],
  [{ query: 'tower', bbox: '-6,56,-4,58' }, 'Nothing matches ‘tower’ in this area.'],
  [{ bbox: '-6,56,-4,58' }, 'Nothing matches in this area.'],
  [{ query: 'tower', place: 'Skye' }, 'Nothing matches ‘tower’ in Skye.'],
  [{ place: '57,-6', within: 40 }, 'Nothing matches within 40 km of this position.'],
  [{ place: 'Skye', outline: '-6,56,-4,56,-5,58' }, 'Nothing matches in Skye and in this area.'],
  [{ photographs: 'yes' as const, place: 'Skye' }, 'Nothing matches this filter in Skye.'],
  [{ query: 'tower', setting: ['Loch'] }, 'Nothing matches ‘tower’ with this filter.'],
  [{ setting: ['Loch'], century: ['13th'] }, 'Nothing matches these two filters.'],
  [{ setting: ['Loch'], bbox: '-6,56,-4,58' }, 'Nothing matches this filter in this area.'],
])('describes what matches nothing: %j', (params, sentence) => {
  expect(describeNoMatch(params)).toBe(sentence);
});

test.each([
  [{ query: 'xyzzy' }, 'Check the spelling, or use fewer words.'],
  [{ category: ['Nope', 'Nor this'] }, 'Choose another option.'],
  [{ bbox: '-6,56,-4,58' }, 'Search in a larger area.'],
  [{ place: 'Atlantis' }, 'Search in a larger area.'],
  [{ query: 'xyzzy', bbox: '-6,56,-4,58' }, 'Removing one of them would still find nothing.'],
  [{ setting: ['Loch'], century: ['13th'] }, 'Removing one of them would still find nothing.'],
  [{}, ''],
])('gives advice: %j', (params, advice) => {
  expect(getAdvice(params)).toBe(advice);
});

test.each(RANGE_FIELDS)('relaxes and describes the range of %s like a filter', (field) => {
  const params = { setting: ['Loch'], [field]: '10-50' };
  expect(removed(params)).toContainEqual({
    action: 'Remove',
    label: getFactLabel(field),
    value: '10 to 50',
    params: { setting: ['Loch'] },
  });
  expect(describeNoMatch(params)).toBe('Nothing matches these two filters.');
  expect(getAdvice({ [field]: '10-50' })).toBe('Choose a wider range.');
});
