import { expect, test } from 'vitest';
import { directionInWords, positionInWords, readCoordinates } from './positions.ts';

test.each([
  ['57.27389', [57.27389]],
  [' -5.51605 ', [-5.51605]],
  ['−5.51605°', [-5.51605]],
  ['57.27389, -5.51605', [57.27389, -5.51605]],
  ['57.27389 −5.51605', [57.27389, -5.51605]],
  ['57', [57]],
])('%j is read as %j', (typed, numbers) => {
  expect(readCoordinates(typed)).toEqual(numbers);
});

test.each(['', 'north', '57.27389 N', '1, 2, 3', '1e3', '57..2'])('%j makes no sense as degrees', (typed) => {
  expect(readCoordinates(typed)).toBeUndefined();
});

test('positions and directions are told in words', () => {
  expect(positionInWords({ latitude: 57.27389, longitude: -5.51605 })).toBe('57.27389 north, 5.51605 west');
  expect([0, 44, 271, 350].map(directionInWords)).toEqual(['north', 'north-east', 'west', 'north']);
});
