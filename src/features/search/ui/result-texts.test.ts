import { expect, test } from 'vitest';
import { formatResultRange, formatLocationCount, formatResultStatus } from './result-texts.ts';

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
