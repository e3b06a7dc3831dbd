import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getKilometresBetween } from '../measure.ts';
import { getGazetteer, findNearestTown } from './queries.server.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('findNearestTown', () => {
  test.each([
    ['Eilean Donan', 57.27389, -5.51605, 'Kyle of Lochalsh', 12],
    ['the Royal Mile', 55.9502, -3.1895, 'Edinburgh', 0.5],
    ['the Old Course', 56.3436, -2.8036, 'St Andrews', 0.6],
    ['the Cuillin', 57.2087, -6.2276, 'Broadford', 20],
  ])('returns the town near %s', (_place, latitude, longitude, name, kilometres) => {
    const town = findNearestTown(at(latitude, longitude));
    expect(town.name).toBe(name);
    expect(Math.abs(town.kilometres - kilometres)).toBeLessThan(Math.max(1, kilometres * 0.2));
  });

  test('ignores islands and hamlets', () => {
    const { name } = findNearestTown(at(57.36, -6.25)); // where the gazetteer has the Isle of Skye itself
    expect(name).toBe('Portree');
  });

  test('returns the nearest of all towns', () => {
    const towns = getGazetteer().towns.filter((place) => place.population >= 500);
    const latitude = fc.double({ min: 54.6, max: 60.9, noNaN: true });
    const longitude = fc.double({ min: -8.7, max: -0.7, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (y, x) => {
        const nearest = Math.min(...towns.map((town) => getKilometresBetween(at(y, x), town)));
        expect(findNearestTown(at(y, x)).kilometres).toBeLessThanOrEqual(nearest * 1.01);
      }),
    );
  });
});

test('getKilometresBetween returns the great-circle distance', () => {
  const [glasgow, edinburgh] = [at(55.8652, -4.2576), at(55.9521, -3.1965)];
  expect(getKilometresBetween(glasgow, edinburgh)).toBeCloseTo(67, 0);
  expect(getKilometresBetween(edinburgh, edinburgh)).toBe(0);
});
