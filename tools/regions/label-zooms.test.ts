import { expect, test } from 'vitest';
import { labelZooms } from './label-zooms.ts';

const glasgow = { latitude: 55.865, longitude: -4.258, population: 600_000 };
const paisley = { latitude: 55.832, longitude: -4.433, population: 73_000 };
const ullapool = { latitude: 57.899, longitude: -5.16, population: 1327 };
const hamlet = { latitude: 58.4, longitude: -5, population: 0 };

test('shows an isolated village before a town next to a city', () => {
  const [city, suburb, village] = labelZooms([glasgow, paisley, ullapool]);
  expect(city).toBe(4);
  expect(village).toBeLessThan(suburb!);
});

test('shows a hamlet late even if it is isolated', () => {
  expect(labelZooms([hamlet])).toEqual([9]);
});

test('shows a label that collides at every zoom after the last one', () => {
  expect(labelZooms([glasgow, { ...glasgow, population: 10 }])[1]).toBe(11);
});
