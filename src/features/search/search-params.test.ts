import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromSearchParams, toSearchParams } from '../../platform/http/contract.ts';
import { FACET_FIELDS } from '../locations/schema.ts';
import {
  type SearchParams,
  withParams,
  getSelectedOptions,
  parseSearchParams,
  toggleOption,
  withoutFilters,
} from './search-params.ts';

const inUrl = (params: SearchParams) => toSearchParams({ ...params }).toString();
const read = (query: string) => parseSearchParams(fromSearchParams(new URLSearchParams(query)));

const options = fc.uniqueArray(fc.constantFrom('Coastal', 'Argyll & Bute', 'a=b', '13th', '+'), { minLength: 1 });
const anyParams = fc
  .record(
    {
      query: fc.constantFrom('shore', '1066', 'o’neill & sons', 'a+b %'),
      currentPage: fc.integer({ min: 2, max: 1_000_000 }),
      view: fc.constant('map' as const),
      bbox: fc.constantFrom('-6.5,56.2,-4,58.75', '-180,-90,180,90'),
      ...Object.fromEntries(FACET_FIELDS.map((field) => [field, options])),
    },
    { requiredKeys: [] },
  )
  .map((params) => params as SearchParams);

test('every search survives a round trip through the URL', () => {
  fc.assert(
    fc.property(anyParams, (params) => {
      expect(read(inUrl(params))).toEqual(params);
    }),
  );
});

test('parsing is idempotent', () => {
  const anything = fc.dictionary(
    fc.constantFrom('query', 'currentPage', 'view', 'bbox', 'setting', 'utm_source'),
    fc.oneof(fc.string(), fc.array(fc.string())),
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

test('selects and deselects an option, and goes back to the first page', () => {
  const chosen = toggleOption({ query: 'shore', currentPage: 3 }, { field: 'setting', option: 'Coastal' });
  expect(chosen).toEqual({ query: 'shore', setting: ['Coastal'] });
  expect(toggleOption(chosen, { field: 'setting', option: 'Coastal' })).toEqual({ query: 'shore' });
});

test('lists the selected options in the order of the filters', () => {
  expect(getSelectedOptions({ localauthority: ['Highland', 'Fife'], category: ['Castle'] })).toEqual([
    { field: 'category', option: 'Castle' },
    { field: 'localauthority', option: 'Highland' },
    { field: 'localauthority', option: 'Fife' },
  ]);
});

test('changes or removes a parameter, or all filters', () => {
  const params: SearchParams = {
    query: 'shore',
    view: 'map',
    bbox: '-6,56,-4,58',
    setting: ['Coastal'],
    currentPage: 2,
  };
  expect(withParams(params, { query: undefined })).toEqual({ view: 'map', bbox: '-6,56,-4,58', setting: ['Coastal'] });
  expect(withoutFilters(params)).toEqual({ query: 'shore', view: 'map' });
});
