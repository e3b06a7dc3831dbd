import { expect, test } from 'vitest';
import { RANGE_FACETS, RANGE_FIELDS } from '../../locations/schema.ts';
import { formatResultRange, formatLocationCount, formatPageTitle, formatResultStatus } from './result-texts.ts';

test('formats a number of locations', () => {
  expect(formatLocationCount(1)).toBe('1 location');
  expect(formatLocationCount(3214)).toBe('3,214 locations');
});

test('announces the number of locations and their order', () => {
  expect(formatResultStatus(1, undefined)).toBe('1 location');
  expect(formatResultStatus(84, 'nearest')).toBe('84 locations, nearest first');
});

test('formats the range of results on a page', () => {
  expect(formatResultRange(1, 84)).toBe('Displaying 1 - 20 of 84 locations');
  expect(formatResultRange(5, 84)).toBe('Displaying 81 - 84 of 84 locations');
  expect(formatResultRange(1, 1)).toBe('Displaying 1 - 1 of 1 location');
});

test('names a page after its search', () => {
  expect(formatPageTitle({})).toBe('Find a location');
  expect(formatPageTitle({ query: 'shore', setting: ['Coastal'], view: 'map' })).toBe(
    '‘shore’, Coastal: find a location',
  );
  expect(formatPageTitle({ query: 'shore', place: 'Skye', within: 40, photographs: 'yes', sort: 'title' })).toBe(
    '‘shore’, With photographs, within 40 km of Skye: find a location',
  );
  expect(formatPageTitle({ setting: ['Coastal'], currentPage: 2 })).toBe('Coastal: find a location, page 2');
});

test.each(RANGE_FIELDS)('names a page after the range of %s', (field) => {
  expect(formatPageTitle({ query: 'shore', [field]: '10-' })).toBe(
    `‘shore’, ${RANGE_FACETS[field].label} 10 or more: find a location`,
  );
});
