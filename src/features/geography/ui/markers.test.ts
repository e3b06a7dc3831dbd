import { expect, test } from 'vitest';
import { getBoundingBox, findPointAhead, getRadiusInPixels } from './markers.ts';

test('getBoundingBox contains points and clusters', () => {
  const points = [{ latitude: 57.4, longitude: -6.8 }];
  expect(getBoundingBox(points, [{ bbox: [-5, 56, -4, 57] }])).toEqual([-6.8, 56, -4, 57.4]);
  expect(getBoundingBox(points, [])).toEqual([-6.8, 57.4, -6.8, 57.4]);
  expect(getBoundingBox([], [])).toBeUndefined();
});

test('getRadiusInPixels converts metres to pixels', () => {
  // At 60 degrees north and zoom 10 a pixel is 78,271.5 / 2 / 1,024 = 38.2 metres.
  expect(getRadiusInPixels({ latitude: 60, precision: 'area' }, 10)).toBeCloseTo(92.6, 1);
  expect(getRadiusInPixels({ latitude: 60, precision: 'near' }, 11)).toBeCloseTo(37.2, 1);
  expect(getRadiusInPixels({ latitude: 60, precision: 'exact' }, 22)).toBe(0);
});

test('findPointAhead returns the next point in the direction of an arrow key', () => {
  const places = [
    { x: 50, y: 50 },
    { x: 90, y: 55 },
    { x: 60, y: 10 },
    { x: 10, y: 90 },
  ];
  const ahead = (key: string) => findPointAhead(places, places[0]!, key);
  expect(ahead('ArrowRight')).toBe(1);
  expect(ahead('ArrowUp')).toBe(2);
  expect(ahead('ArrowLeft')).toBe(3);
  expect(findPointAhead(places, places[3]!, 'ArrowDown')).toBe(-1);
  expect(ahead('Enter')).toBe(-1);
});
