import { expect, test } from 'vitest';
import { formatResultRange, formatLocationCount, formatPageTitle } from './result-texts.ts';

test('counts locations as a person would', () => {
  expect(formatLocationCount(1)).toBe('1 location');
  expect(formatLocationCount(3214)).toBe('3,214 locations');
});

test('says which of the results a page shows', () => {
  expect(formatResultRange(1, 84)).toBe('Displaying 1 - 20 of 84 locations');
  expect(formatResultRange(5, 84)).toBe('Displaying 81 - 84 of 84 locations');
  expect(formatResultRange(1, 1)).toBe('Displaying 1 - 1 of 1 location');
});

test('names a page after what is searched for', () => {
  expect(formatPageTitle({})).toBe('Find a location');
  expect(formatPageTitle({ query: 'shore', setting: ['Coastal'], view: 'map' })).toBe(
    '‘shore’, Coastal: find a location',
  );
  expect(formatPageTitle({ setting: ['Coastal'], currentPage: 2 })).toBe('Coastal: find a location, page 2');
});
