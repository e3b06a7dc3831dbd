import { expect, test } from 'vitest';
import { addFilter } from './add-filter.ts';
import type { SearchParams } from './search-params.ts';

test('adds the filter that means the same as some words to those selected', () => {
  const params: SearchParams = {
    query: 'mill',
    setting: ['Rural'],
    category: ['Castle'],
    place: 'Skye',
    currentPage: 2,
  };
  expect(addFilter(params, { category: ['Castle', 'Mill or factory'] })).toEqual({
    query: 'mill',
    setting: ['Rural'],
    category: ['Castle', 'Mill or factory'],
    place: 'Skye',
  });
  expect(addFilter({ place: 'Skye', within: 10 }, { place: 'Glasgow' }), 'one place at a time').toEqual({
    place: 'Glasgow',
  });
});
