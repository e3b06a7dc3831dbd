import { describe, expect, test } from 'vitest';
import { parseDegrees } from './parse-angle.ts';
import { findGridPosition } from './grids.server.ts';
import { parsePosition } from './parse-position.server.ts';

const BEN_NEVIS = { latitude: 56.7968, longitude: -5.0036 };

describe('parsePosition', () => {
  test.each([
    '56.7968, -5.0036',
    '56.7968,-5.0036',
    '56.7968 -5.0036',
    '56.7968 / −5.0036',
    '56,7968; -5,0036',
    '56,7968, -5,0036',
    '56,7968 -5,0036',
    '(56.7968, -5.0036)',
    'geo:56.7968,-5.0036',
    'Lat: 56.7968, Long: -5.0036',
    '56.7968 N, 5.0036 W',
    '56.7968N5.0036W',
    'N56.7968 W5.0036',
    '56.7968°N 5.0036°w',
    '5.0036 W, 56.7968 N',
    '56° 47.808′ N, 5° 0.216′ W',
    `56°47'48.48"N 5°00'12.96"W`,
    'POINT(-5.0036 56.7968)',
    'SRID=4326;POINT (-5.0036 56.7968)',
  ])('reads %s', (text) => {
    const { latitude, longitude } = parsePosition(text)!;
    expect(latitude).toBeCloseTo(BEN_NEVIS.latitude, 6);
    expect(longitude).toBeCloseTo(BEN_NEVIS.longitude, 6);
  });

  // The same as by the formulas of the Ordnance Survey (geodesy 2.4.0).
  test.each([
    ['NN 16675 71285', 56.79688, -5.003547],
    ['nn1667571285', 56.79688, -5.003547],
    ['216675, 771285', 56.79688, -5.003547],
    ['216675 771285', 56.79688, -5.003547],
    ['NM 403 995', 57.013327, -6.279698],
    ['TG 51409 13177', 52.657977, 1.716038],
    ['HP 6000 1400', 60.804398, -0.89927],
    ['460000, 1214000', 60.804398, -0.89927],
  ])('reads the grid reference %s', (text, latitude, longitude) => {
    const found = parsePosition(text)!;
    expect(found.latitude).toBeCloseTo(latitude, 5);
    expect(found.longitude).toBeCloseTo(longitude, 5);
  });

  test('reads references of fewer digits as the corner of their square', () => {
    expect(parsePosition('NN166712')).toEqual(findGridPosition({ easting: 216_600, northing: 771_200 }));
    expect(parsePosition('NN 16 71')).toEqual(findGridPosition({ easting: 216_000, northing: 771_000 }));
  });

  test.each([
    '',
    'Ben Nevis',
    'AB12',
    'KW17',
    'EH1 1RE',
    'NN 166 71',
    'NN16671',
    'II 1234 1234',
    'ZZ 1234 1234',
    'mill 1880 1920',
    '1880 1920',
    '56, -4',
    '18 19',
    '56.1',
    '96.1, -4.5',
    '56.1 N, 4.5 N',
    '-56.1 N, 4.5 W',
    `56° 61' N, 4° W`,
    '70s',
    '0131 496 0142',
    '01463 223456',
  ])('takes %j for something else', (text) => expect(parsePosition(text)).toBeNull());
});

describe('parseDegrees', () => {
  test.each([
    ['56.1', 'latitude', 56.1],
    ['56,0046', 'latitude', 56.0046],
    ['-2,5163', 'longitude', -2.5163],
    ['2.5163 W', 'longitude', -2.5163],
    ['2.5163w', 'longitude', -2.5163],
    ['+5e-05', 'latitude', 0.00005],
    [`2°30'36"W`, 'longitude', -2.51],
  ] as const)('reads %s as a %s', (text, axis, degrees) => expect(parseDegrees(text, axis)).toBeCloseTo(degrees, 9));

  test.each([
    ['2.5 W', 'latitude'],
    ['56.1 N', 'longitude'],
    ['91', 'latitude'],
    ['181', 'longitude'],
    ['-2.5 W', 'longitude'],
    ['56.1, -2.5', 'latitude'],
    ['1,234,5', 'longitude'],
    ['north', 'latitude'],
    ['', 'latitude'],
  ] as const)('takes %j for no %s', (text, axis) => expect(parseDegrees(text, axis)).toBeNull());
});
