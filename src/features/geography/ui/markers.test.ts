import { expect, test } from 'vitest';
import { boxAround, pointAhead, radiusInPixels } from './markers.ts';

test('boxAround returns the bounds of points and clusters', () => {
  const points = [{ latitude: 57.4, longitude: -6.8 }];
  expect(boxAround(points, [{ bbox: [-5, 56, -4, 57] }])).toEqual([-6.8, 56, -4, 57.4]);
  expect(boxAround(points, [])).toEqual([-6.8, 57.4, -6.8, 57.4]);
  expect(boxAround([], [])).toBeUndefined();
});

test('radiusInPixels converts the radius of an inexact position to the scale of the map', () => {
  // At 60 degrees north and zoom 10 a pixel is 78,271.5 / 2 / 1,024 = 38.2 metres.
  expect(radiusInPixels({ latitude: 60, precision: 'area' }, 10)).toBeCloseTo(92.6, 1);
  expect(radiusInPixels({ latitude: 60, precision: 'near' }, 11)).toBeCloseTo(37.2, 1);
  expect(radiusInPixels({ latitude: 60, precision: 'exact' }, 22)).toBe(0);
});

test('pointAhead finds the next marker in the direction of an arrow key', () => {
  const places = [
    { x: 50, y: 50 },
    { x: 90, y: 55 },
    { x: 60, y: 10 },
    { x: 10, y: 90 },
  ];
  const ahead = (key: string) => pointAhead(places, places[0]!, key);
  expect(ahead('ArrowRight')).toBe(1);
  expect(ahead('ArrowUp')).toBe(2);
  expect(ahead('ArrowLeft')).toBe(3);
  expect(pointAhead(places, places[3]!, 'ArrowDown')).toBe(-1);
  expect(ahead('Enter')).toBe(-1);
});
