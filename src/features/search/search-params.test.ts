import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromSearchParams, toSearchParams } from '../../platform/http/contract.ts';
import { FACET_FIELDS, RANGE_FACETS, getFactLabel, RANGE_FIELDS } from '../locations/catalogue/schema.ts';
import { MAX_PLACE_LENGTH, MAX_POINTS, MIN_POINTS } from './schema.ts';
import {
  SEARCH_PARAM_NAMES,
  type SearchParams,
  withParams,
  formatOutline,
  formatPosition,
  formatRange,
  listActiveFilters,
  parseOutline,
  parsePlace,
  parseRange,
  parseSearchParams,
  replaceInQuery,
  toggleOption,
  withoutFilters,
} from './search-params.ts';

const inUrl = (params: SearchParams) => toSearchParams({ ...params }).toString();
const read = (query: string) => parseSearchParams(fromSearchParams(new URLSearchParams(query)));

const options = fc.uniqueArray(fc.constantFrom('Coastal', 'Argyll & Bute', 'a=b', '13th', '+'), { minLength: 1 });
const range = fc
  .tuple(fc.nat({ max: 50 }), fc.nat({ max: 50 }), fc.constantFrom('both', 'min', 'max'))
  .map(([a, b, ends]) => {
    const [min, max] = [Math.min(a, b), Math.max(a, b)];
    return formatRange({ ...(ends !== 'max' && { min }), ...(ends !== 'min' && { max }) });
  });
const kilometres = fc.integer({ min: 1, max: 500 });
const anyPlace = fc.oneof(
  fc.constant({}),
  fc.record({ place: fc.constantFrom('Skye', 'Dùn Èideann', 'a,b') }),
  fc.record({ place: fc.constantFrom('Skye', '57.1234,-4', '-90,180', '0,0'), within: kilometres }),
);
const anyParams = fc
  .record(
    {
      query: fc.constantFrom('shore', '1066', 'o’neill & sons', 'a+b %'),
      currentPage: fc.integer({ min: 2, max: 1_000_000 }),
      view: fc.constant('map' as const),
      photographs: fc.constant('yes' as const),
      bbox: fc.constantFrom('-6.5,56.2,-4,58.75', '-180,-90,180,90'),
      outline: fc.constantFrom('-6.5,56.2,-4,58.75,-3,57', '-180,-90,180,90,0,0,1,1'),
      dates: fc.constantFrom('2027-03-01', '2028-02-29,2028-03-01'),
      sort: fc.constantFrom('newest', 'nearest', 'title'),
      ...Object.fromEntries(FACET_FIELDS.map((field) => [field, options])),
      ...Object.fromEntries(RANGE_FIELDS.map((field) => [field, range])),
    },
    { requiredKeys: [] },
  )
  .chain((params) => anyPlace.map((place) => ({ ...params, ...place }) as SearchParams));

test('every search survives a round trip through the URL', () => {
  fc.assert(
    fc.property(anyParams, (params) => {
      expect(read(inUrl(params))).toEqual(params);
    }),
  );
});

test('parsing is idempotent', () => {
  const anything = fc.dictionary(
    fc.constantFrom(...SEARCH_PARAM_NAMES, 'utm_source'),
    fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.array(fc.float({ noNaN: true }), { maxLength: 8 }).map((numbers) => numbers.join(',')),
    ),
  );
  fc.assert(
    fc.property(anything, (raw) => {
      expect(parseSearchParams({ ...parseSearchParams(raw) })).toEqual(parseSearchParams(raw));
    }),
  );
});

test('omits empty, default and invalid parameters', () => {
  expect(read('query=++&currentPage=1&view=list&bbox=1,2&setting=&utm_source=x')).toEqual({});
  expect(read('currentPage=-3')).toEqual({});
  expect(read('currentPage=2.5')).toEqual({});
  expect(read('bbox=-4,58,-6,56')).toEqual({});
});

test('a position has a distance, and a name need not have one', () => {
  expect(read('place=57.12346,-4.1')).toEqual({ place: '57.1235,-4.1', within: 40 });
  expect(read('place=57.1,-4.1&within=08')).toEqual({ place: '57.1,-4.1', within: 8 });
  expect(read('place=+-0.00001+,+0.10000+')).toEqual({ place: '0,0.1', within: 40 });
  expect(read('place=57,-4&within=501')).toEqual({ place: '57,-4', within: 40 });
  expect(read('place=+Fort++William+')).toEqual({ place: 'Fort William' });
  expect(read('place=Skye&within=25')).toEqual({ place: 'Skye', within: 25 });
  expect(read('place=Skye&within=2.5')).toEqual({ place: 'Skye' });
});

test.each([
  'within=40',
  'place=',
  'place=91,0',
  'place=0,181',
  `place=${'x'.repeat(MAX_PLACE_LENGTH + 1)}`,
  'place=a%00b',
  `outline=${'1,2,'.repeat(MIN_POINTS - 2)}1,2`,
  'outline=1,2,3,4,5',
  'outline=1,2,3,4,5,91',
  'outline=1,2,3,4,5,x',
  'outline=1,2,3,4,5,',
  `outline=${'1,2,'.repeat(MAX_POINTS)}1,2`,
  'dates=2027-02-29',
  'dates=2027-13-01',
  'dates=2027-03-02,2027-03-01',
  'dates=2027-03-01,2027-03-02,2027-03-03',
  'dates=0000-01-01',
  'dates=,',
  'dates=2027-03-01,2028-03-02',
  'sort=best',
  'sort=',
])('ignores %s', (query) => expect(read(query)).toEqual({}));

test('positions and outlines are written as they are parsed', () => {
  const outline = [
    { latitude: 57.1234, longitude: -4 },
    { latitude: 58, longitude: -4.5 },
    { latitude: 57, longitude: -5 },
  ];
  expect(formatOutline(outline)).toBe('-4,57.1234,-4.5,58,-5,57');
  expect(parseOutline({ outline: formatOutline(outline) })).toEqual(outline);
  expect(parsePlace({ place: formatPosition(outline[0]!) })).toEqual(outline[0]);
  expect(parsePlace({ place: 'Skye' })).toBe('Skye');
});

test('writes an outline in one way', () => {
  expect(read('outline=1.00001,2,3.0,4,-0.00001,6').outline).toBe('1,2,3,4,0,6');
  const most = Array.from({ length: MAX_POINTS }, () => '1,2').join(',');
  expect(read(`outline=${most}`).outline).toBe(most);
});

test.each([
  [{ bbox: '-6,56,-4,58' }, 'Area on the map'],
  [{ outline: '1,2,3,4,5,6' }, 'Area as drawn'],
  [{ place: 'Skye' }, 'Place Skye'],
  [{ place: 'Glasgow', within: 40 }, 'Place within 40 km of Glasgow'],
  [{ place: '57,-4', within: 40 }, 'Place within 40 km of this position'],
  [{ photographs: 'yes' as const }, 'With photographs'],
  [{ dates: '2027-03-01' }, 'Filming dates 1 Mar 2027'],
  [{ dates: '2027-03-01,2027-03-05' }, 'Filming dates 1 Mar 2027 to 5 Mar 2027'],
])('describes the filter %j, and removes it', (params, text) => {
  const [filter, ...others] = listActiveFilters({ query: 'shore', sort: 'newest', ...params });
  expect(others).toEqual([]);
  expect(`${filter!.label} ${filter!.value}`).toBe(text);
  expect(filter!.without).toEqual({ query: 'shore', sort: 'newest' });
});

test('keeps up to 100 characters of the query as typed', () => {
  expect(read('query=1066').query).toBe('1066');
  expect(read(`query=${'x'.repeat(150)}`).query).toHaveLength(100);
  expect(read(`query=${'x'.repeat(99)}𝄞`).query, 'no unpaired surrogate').toBe('x'.repeat(99));
  expect(read('query=a%00b').query).toBe('a b');
});

test('accepts one value or several, without duplicates', () => {
  expect(read('setting=Coastal').setting).toEqual(['Coastal']);
  expect(read('setting=Coastal&setting=Rural&setting=Coastal').setting).toEqual(['Coastal', 'Rural']);
});

test('selects and deselects an option, and resets the page', () => {
  const chosen = toggleOption({ query: 'shore', currentPage: 3 }, { field: 'setting', option: 'Coastal' });
  expect(chosen).toEqual({ query: 'shore', setting: ['Coastal'] });
  expect(toggleOption(chosen, { field: 'setting', option: 'Coastal' })).toEqual({ query: 'shore' });
});

test('lists the active filters in their order, each with the search without it', () => {
  const params = { localauthority: ['Highland', 'Fife'], category: ['Castle'] };
  expect(listActiveFilters(params)).toEqual([
    { field: 'category', label: 'Category', value: 'Castle', without: { localauthority: ['Highland', 'Fife'] } },
    ...[
      ['Highland', 'Fife'],
      ['Fife', 'Highland'],
    ].map(([value, other]) => ({
      field: 'localauthority',
      label: 'Local authority',
      value,
      without: { localauthority: [other], category: ['Castle'] },
    })),
  ]);
});

describe.each(RANGE_FIELDS)('the range of %s', (field) => {
  const { max } = RANGE_FACETS[field];
  const label = getFactLabel(field);
  const parse = (text: string) => read(`${field}=${text}`);

  test.each([
    ['10-50', { min: 10, max: 50 }, '10 to 50'],
    ['7-7', { min: 7, max: 7 }, '7'],
    ['10-', { min: 10 }, '10 or more'],
    ['-50', { max: 50 }, 'up to 50'],
  ])('%s is parsed and described', (text, expected, value) => {
    const params = parse(text);
    expect(params).toEqual({ [field]: text });
    expect(parseRange(params, field)).toEqual(expected);
    expect(listActiveFilters(params)).toEqual([{ field, label, value, without: {} }]);
  });

  test('is written in one way', () => {
    expect(parse('010-0050')).toEqual({ [field]: '10-50' });
  });

  test.each(['10', '-', '50-10', '1.5-3', 'a-b', '-5-10', ` 1-2`, `${max + 1}-`, `-${'9'.repeat(40)}`, '1-2&x=1-2-3'])(
    'ignores %s',
    (text) => expect(parse(encodeURIComponent(text))).toEqual({}),
  );
});

test('replaces parts of the query where they stand, and nowhere else', () => {
  const params = { query: 'windmill mill near Glasgow mill', currentPage: 2 };
  const mill = [
    [9, 13],
    [27, 31],
  ] as const;
  expect(replaceInQuery(params, [{ spans: mill, by: '' }])).toEqual({ query: 'windmill near Glasgow' });
  expect(replaceInQuery(params, [{ spans: mill, by: '+$&' }])).toEqual({ query: 'windmill +$& near Glasgow' });
  const corrections = [
    { spans: [[0, 8]], by: 'tide' },
    { spans: mill, by: 'loch' },
  ] as const;
  expect(replaceInQuery(params, corrections)).toEqual({ query: 'tide loch near Glasgow' });
  expect(replaceInQuery({ query: 'mill' }, [{ spans: [[0, 4]], by: '' }])).toEqual({});
});

test('changes or removes a parameter, or all filters', () => {
  const params: SearchParams = {
    query: 'shore',
    view: 'map',
    bbox: '-6,56,-4,58',
    setting: ['Coastal'],
    currentPage: 2,
    sort: 'title',
    place: 'Skye',
    outline: '1,2,3,4,5,6',
  };
  const areas = { bbox: '-6,56,-4,58', place: 'Skye', outline: '1,2,3,4,5,6' };
  expect(withParams(params, { query: undefined })).toEqual({
    view: 'map',
    setting: ['Coastal'],
    sort: 'title',
    ...areas,
  });
  expect(withoutFilters(params)).toEqual({ query: 'shore', view: 'map', sort: 'title' });
});
