import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gazetteer, kilometresBetween, nearestTown } from './queries.server.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('nearestTown', () => {
  test.each([
    ['Eilean Donan', 57.27389, -5.51605, 'Kyle of Lochalsh', 12],
    ['the Royal Mile', 55.9502, -3.1895, 'Edinburgh', 0.5],
    ['the Old Course', 56.3436, -2.8036, 'St Andrews', 0.6],
    ['the Cuillin', 57.2087, -6.2276, 'Broadford', 20],
  ])('finds the town nearest to %s', (_place, latitude, longitude, name, kilometres) => {
    const town = nearestTown(at(latitude, longitude));
    expect(town.name).toBe(name);
    expect(Math.abs(town.kilometres - kilometres)).toBeLessThan(Math.max(1, kilometres * 0.2));
  });

  test('never returns an island or a hamlet', () => {
    const { name } = nearestTown(at(57.36, -6.25)); // where the gazetteer has the Isle of Skye itself
    expect(name).toBe('Portree');
  });

  test('finds the minimum distance of all towns', () => {
    const towns = gazetteer().towns.filter((place) => place.population >= 500);
    const latitude = fc.double({ min: 54.6, max: 60.9, noNaN: true });
    const longitude = fc.double({ min: -8.7, max: -0.7, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (y, x) => {
        const nearest = Math.min(...towns.map((town) => kilometresBetween(at(y, x), town)));
        expect(nearestTown(at(y, x)).kilometres).toBeLessThanOrEqual(nearest * 1.01);
      }),
    );
  });
});

test('kilometresBetween returns the great-circle distance', () => {
  const [glasgow, edinburgh] = [at(55.8652, -4.2576), at(55.9521, -3.1965)];
  expect(kilometresBetween(glasgow, edinburgh)).toBeCloseTo(67, 0);
  expect(kilometresBetween(edinburgh, edinburgh)).toBe(0);
});
