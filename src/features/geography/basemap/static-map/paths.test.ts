import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getArea, clipRing, toPathData, simplify, clipLine } from './paths.ts';

const FRAME = { left: 0, top: 0, right: 100, bottom: 100 };
const coordinate = fc.integer({ min: -300, max: 300 });
const lines = (points: number) =>
  fc.array(coordinate, { minLength: points * 2, maxLength: 60 }).map((list) => list.slice(0, list.length & ~1));

describe('clipRing', () => {
  test('keeps a ring inside the frame', () => {
    const square = [10, 10, 20, 10, 20, 20, 10, 20];
    expect(getArea(clipRing(square, FRAME))).toBe(100);
  });

  test('clips along the edge of the frame', () => {
    expect(getArea(clipRing([-50, 20, 50, 20, 50, 40, -50, 40], FRAME))).toBe(1000);
    expect(clipRing([200, 200, 300, 200, 300, 300], FRAME)).toEqual([]);
  });

  test('returns the frame when the ring surrounds it', () => {
    expect(getArea(clipRing([-500, -500, 500, -500, 500, 500, -500, 500], FRAME))).toBe(10_000);
  });

  test('never leaves the frame', () => {
    fc.assert(
      fc.property(lines(3), (ring) => {
        const clipped = clipRing(ring, FRAME);
        expect(clipped.every((value) => value >= -1e-9 && value <= 100 + 1e-9)).toBe(true);
      }),
    );
  });
});

test('clipLine splits a line where it leaves the frame', () => {
  const line = [-20, 50, 50, 50, 150, 50, 150, 300, 50, 300, 50, 50];
  expect(clipLine(line, FRAME)).toEqual([
    [-20, 50, 50, 50, 150, 50],
    [50, 300, 50, 50],
  ]);
});

describe('simplify', () => {
  test('drops points on a straight line and keeps the corner', () => {
    expect(simplify([0, 0, 5, 0.2, 10, 0, 10, 10], 1)).toEqual([0, 0, 10, 0, 10, 10]);
  });

  test('deviates from no point by more than the tolerance', () => {
    fc.assert(
      fc.property(lines(2), fc.integer({ min: 1, max: 50 }), (line, tolerance) => {
        const simple = simplify(line, tolerance);
        for (let i = 0; i < line.length; i += 2) {
          expect(distanceToLine(line[i]!, line[i + 1]!, simple)).toBeLessThanOrEqual(tolerance + 1e-6);
        }
      }),
    );
  });
});

describe('pathData', () => {
  test('writes relative steps in integers', () => {
    expect(toPathData([0.4, 0.6, 10.2, -4.7, 12, 3], false)).toBe('M0 1l10-6 2 8');
    expect(toPathData([0, 0, 10, 0, 10, 10], true)).toBe('M0 0l10 0 0 10z');
  });

  test('returns nothing for a line that is rounded to a point', () => {
    expect(toPathData([1.1, 1.1, 1.3, 0.9, 1.2, 1.2], true)).toBe('');
  });

  test('ends at the end of the line in spite of rounding', () => {
    fc.assert(
      fc.property(lines(2), (line) => {
        const data = toPathData(
          line.map((value) => value / 7),
          false,
        );
        fc.pre(data !== '');
        const numbers = (data.match(/-?\d+/g) ?? []).map(Number);
        const sum = (axis: number) => numbers.filter((_, i) => i % 2 === axis).reduce((a, b) => a + b, 0);
        expect([sum(0), sum(1)]).toEqual(line.slice(-2).map((value) => Math.round(value / 7) + 0));
      }),
    );
  });
});

function distanceToLine(x: number, y: number, line: readonly number[]): number {
  let least = Infinity;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const length = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const along = Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length, 0), 1);
    least = Math.min(least, Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  }
  return least;
}
