import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInRegion, isOnLand, getKilometresToCoast, findLocalAuthority } from './queries.server.ts';
import { getTopology, type Ring } from './topology.server.ts';

const at = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('findLocalAuthority', () => {
  test.each([
    ['Eilean Donan', 57.27389, -5.51605, 'Highland'],
    ['Holyrood', 55.952, -3.172, 'City of Edinburgh'],
    ['Glasgow Cathedral', 55.8629, -4.2346, 'Glasgow City'],
    ['Callanish', 58.1976, -6.7452, 'Na h-Eileanan Siar'],
    ['Skara Brae', 59.0487, -3.3417, 'Orkney Islands'],
    ['Fair Isle', 59.533, -1.628, 'Shetland Islands'],
    ['Caerlaverock', 54.9757, -3.524, 'Dumfries and Galloway'],
  ])('returns the council of %s', (_place, latitude, longitude, council) => {
    expect(findLocalAuthority(at(latitude, longitude))).toBe(council);
  });

  test('returns the nearest council for a skerry', () => {
    const bellRock = at(56.4346, -2.387);
    expect(isOnLand(bellRock)).toBe(false);
    expect(findLocalAuthority(at(56.5, -2.6))).toBe('Angus');
  });

  test.each([
    ['the open sea', 57, 0.5],
    ['Berwick-upon-Tweed, four kilometres beyond the border', 55.77, -2.005],
    ['Carlisle', 54.89, -2.93],
    ['the English side of the Solway', 54.93, -3.3],
  ])('returns null for %s', (_place, latitude, longitude) => {
    expect(findLocalAuthority(at(latitude, longitude))).toBeNull();
  });

  test('has all 32 councils', () => {
    expect(getTopology().councils).toHaveLength(32);
  });
});

test.each([
  ['Skara Brae', 59.0487, -3.3417, true],
  ['the open sea between Orkney and Shetland', 59.7, -1.9, true],
  ['Carlisle, within the bounds', 54.89, -2.93, false],
  ['Belfast, within the bounds', 54.6, -5.93, false],
  ['Paris', 48.86, 2.35, false],
])('says whether %s is in the region', (_place, latitude, longitude, expected) => {
  expect(isInRegion(at(latitude, longitude))).toBe(expected);
});

describe('isOnLand', () => {
  test('agrees with a test against every ring', () => {
    const rings = [...getTopology().land, ...getTopology().neighbours];
    const latitude = fc.double({ min: 54.5, max: 60.9, noNaN: true });
    const longitude = fc.double({ min: -8, max: -0.7, noNaN: true });
    fc.assert(
      fc.property(latitude, longitude, (y, x) => {
        fc.pre(!isLagoon(x, y));
        expect(isOnLand(at(y, x))).toBe(rings.some((ring) => holds(ring, x, y)));
      }),
      { numRuns: 300 },
    );
  });
});

describe('getKilometresToCoast', () => {
  test('measures from land and sea', () => {
    expect(getKilometresToCoast(at(56.0553, -2.7206))).toBeLessThan(1); // North Berwick, by the harbour
    expect(getKilometresToCoast(at(57.1, -3.9))).toBeGreaterThan(40); // deep in the Cairngorms
    expect(getKilometresToCoast(at(57, 0))).toBeGreaterThan(50);
  });

  test('ignores land borders', () => {
    expect(getKilometresToCoast(at(55.4946, -2.2088))).toBeGreaterThan(25); // The Schil, on the border with England
  });

  test('is Infinity in mid-ocean', () => {
    expect(getKilometresToCoast(at(40, -40))).toBe(Infinity);
  });
});

/** Boxes of the five tidal lagoons that the land areas include. */
function isLagoon(x: number, y: number): boolean {
  return (x < -7.15 && x > -7.4 && y > 57.45 && y < 57.7) || (Math.abs(x + 5.05) < 0.03 && Math.abs(y - 56.25) < 0.03);
}

function holds(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  }
  return inside;
}
