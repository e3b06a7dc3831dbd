import { expect, test } from 'vitest';
import { formatDistance } from './format-distance.ts';

test('formats distances as exactly as their length asks for', () => {
  expect([0.2401, 0.9996, 3.24, 99.94, 437.28].map(formatDistance)).toEqual([
    '240 m',
    '1 km',
    '3.2 km',
    '99.9 km',
    '437 km',
  ]);
});
