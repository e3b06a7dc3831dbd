import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPicturePoint } from './picture-coordinates.ts';

const side = fc.integer({ min: 200, max: 6000 });
const fraction = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
const point = fc.record({ x: fraction, y: fraction });
const size = fc.record({ width: side, height: side });
const BOX = { width: 300, height: 200 };

test('shows the focal point at its fractions of the box, however the picture is cropped', () => {
  fc.assert(
    fc.property(size, point, (picture, focal) => {
      const visible = toPicturePoint(focal, BOX, picture, focal);
      expect(visible.x).toBeCloseTo(focal.x, 1);
      expect(visible.y).toBeCloseTo(focal.y, 1);
    }),
  );
});

test('equals the point of the box along a side that is not cropped', () => {
  expect(toPicturePoint({ x: 0.2, y: 0.9 }, BOX, { width: 3000, height: 2000 }, { x: 0.5, y: 0.5 })).toEqual({
    x: 0.2,
    y: 0.9,
  });
});

test('maps the box to the visible area of a tall picture', () => {
  const tall = { width: 600, height: 1600 };
  // A quarter of its height fills the box; with the focal point at the bottom that is the last quarter.
  expect(toPicturePoint({ x: 0.5, y: 0 }, BOX, tall, { x: 0.5, y: 1 })).toEqual({ x: 0.5, y: 0.75 });
  expect(toPicturePoint({ x: 0.5, y: 0.5 }, BOX, tall, { x: 0.5, y: 0 })).toEqual({ x: 0.5, y: 0.13 });
});
