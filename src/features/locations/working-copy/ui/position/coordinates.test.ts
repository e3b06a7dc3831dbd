import { expect, test } from 'vitest';
import { formatDirection, formatPosition, parseCoordinates } from './coordinates.ts';

test.each([
  ['57.27389', [57.27389]],
  [' -5.51605 ', [-5.51605]],
  ['−5.51605°', [-5.51605]],
  ['57.27389, -5.51605', [57.27389, -5.51605]],
  ['57.27389 −5.51605', [57.27389, -5.51605]],
  ['57', [57]],
])('%j is read as %j', (typed, numbers) => {
  expect(parseCoordinates(typed)).toEqual(numbers);
});

test.each(['', 'north', '57.27389 N', '1, 2, 3', '1e3', '57..2'])('rejects %j as degrees', (typed) => {
  expect(parseCoordinates(typed)).toBeUndefined();
});

test('formats positions and directions', () => {
  expect(formatPosition({ latitude: 57.27389, longitude: -5.51605 })).toBe('57.27389 north, 5.51605 west');
  expect([0, 44, 271, 350].map(formatDirection)).toEqual(['north', 'north-east', 'west', 'north']);
});
