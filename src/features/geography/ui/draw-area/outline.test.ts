import { describe, expect, test } from 'vitest';
import { extendOutline, isAtEnd, simplifyLine } from './outline.ts';

const at = (x: number, y: number) => ({ longitude: x, latitude: y });
/** A degree is a pixel. */
const project = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ x: longitude, y: latitude });
const circle = (points: number, radius: number) =>
  Array.from({ length: points }, (_, i) => {
    const angle = (2 * Math.PI * i) / points;
    return at(radius * Math.cos(angle), radius * Math.sin(angle));
  });

describe('simplifyLine', () => {
  test('keeps the ends and the corners, and drops what lies on the way', () => {
    const line = [at(0, 0), at(25, 1), at(50, 0), at(50, 25), at(50, 50)];
    expect(simplifyLine(line, 60, project)).toEqual([at(0, 0), at(50, 0), at(50, 50)]);
  });

  test('returns at most the given number of points, spread over the line', () => {
    const drawn = circle(900, 5_000);
    const simplified = simplifyLine(drawn, 60, project);
    expect(simplified.length).toBeLessThanOrEqual(60);
    expect(simplified.length).toBeGreaterThan(20);
    const gaps = simplified.slice(1).map((point, i) => {
      const before = simplified[i]!;
      return Math.hypot(point.latitude - before.latitude, point.longitude - before.longitude);
    });
    expect(Math.max(...gaps)).toBeLessThan(5_000);
  });

  test('keeps the two ends of a line that does not move', () => {
    expect(simplifyLine([at(1, 1), at(1, 1), at(1, 1)], 60, project)).toEqual([at(1, 1), at(1, 1)]);
  });
});

describe('extendOutline', () => {
  test('keeps each single point, even on a straight line', () => {
    const outline = [at(0, 0), at(10, 0)];
    expect(extendOutline(outline, [at(20, 0)], 60, project)).toEqual([...outline, at(20, 0)]);
  });

  test('simplifies the whole outline beyond the maximum', () => {
    const outline = circle(60, 500);
    const extended = extendOutline(outline, [at(900, 900)], 60, project);
    expect(extended.length).toBeLessThanOrEqual(60);
    expect(extended[0]).toEqual(outline[0]);
    expect(extended.at(-1)).toEqual(at(900, 900));
  });
});

test('closes an outline at its first and its last point', () => {
  const outline = [at(0, 0), at(100, 0), at(100, 100)];
  expect(isAtEnd(outline, at(5, 5), 12, project)).toBe(true);
  expect(isAtEnd(outline, at(95, 100), 12, project)).toBe(true);
  expect(isAtEnd(outline, at(100, 0), 12, project)).toBe(false);
  expect(isAtEnd([], at(0, 0), 12, project)).toBe(false);
});
