import { expect, test } from 'vitest';
import { RANGE_FIELDS, getFactLabel } from '../../locations/catalogue/schema.ts';
import { formatPageTitle } from './page-title.ts';

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
    `‘shore’, ${getFactLabel(field)} 10 or more: find a location`,
  );
});
