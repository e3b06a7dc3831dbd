import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cropAround } from './crop.ts';

const side = fc.integer({ min: 1, max: 6000 });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });

it('returns the largest crop inside the picture that contains the focal point', () => {
  fc.assert(
    fc.property(
      side,
      side,
      fc.double({ min: 0.2, max: 5, noNaN: true }),
      fraction,
      fraction,
      (width, height, ratio, x, y) => {
        const crop = cropAround({ width, height }, ratio, { x, y });
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(width);
        expect(crop.top + crop.height).toBeLessThanOrEqual(height);
        expect(crop.width === width || crop.height === height).toBe(true);
        expect(Math.abs(crop.width - crop.height * ratio)).toBeLessThanOrEqual(Math.max(1, ratio));
        expect(x * width).toBeGreaterThanOrEqual(crop.left - 1);
        expect(x * width).toBeLessThanOrEqual(crop.left + crop.width + 1);
        expect(y * height).toBeGreaterThanOrEqual(crop.top - 1);
        expect(y * height).toBeLessThanOrEqual(crop.top + crop.height + 1);
      },
    ),
  );
});

it('keeps the edge that the focal point is on', () => {
  const square = { width: 1000, height: 1000 };
  expect(cropAround(square, 2, { x: 0.5, y: 0 })).toEqual({ left: 0, top: 0, width: 1000, height: 500 });
  expect(cropAround(square, 2, { x: 0.5, y: 1 })).toEqual({ left: 0, top: 500, width: 1000, height: 500 });
});
