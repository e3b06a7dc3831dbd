import type { Position } from '../../schema.ts';
import type { ScreenPoint } from '../markers.ts';

/** The points of a drawn area, in drawing order. */
export type Outline = readonly Position[];
export type Project = (position: Position) => ScreenPoint;

/** Pixels that a simplified line may differ from the drawn one. It grows while too many points are left. */
const TOLERANCE_PX = 2;
const TOLERANCE_GROWTH = 1.5;

/** Appends a point or a freehand line, simplified to at most `max` points in all. */
export function extendOutline(outline: Outline, line: Outline, max: number, project: Project): Outline {
  const extended = [...outline, ...(line.length > 1 ? simplifyLine(line, max, project) : line)];
  return extended.length > max ? simplifyLine(extended, max, project) : extended;
}

/** Simplifies a line to at most `max` points (Douglas-Peucker). Its ends stay. */
export function simplifyLine(line: Outline, max: number, project: Project): Outline {
  const points = line.map(project);
  let tolerance = TOLERANCE_PX;
  for (;;) {
    const indexes = findSignificant(points, 0, points.length - 1, tolerance);
    if (indexes.length <= max - 2) return [0, ...indexes, line.length - 1].map((index) => line[index]!);
    tolerance *= TOLERANCE_GROWTH;
  }
}

/** Returns the indexes between two points that are needed to stay within the tolerance. */
function findSignificant(points: readonly ScreenPoint[], from: number, to: number, tolerance: number): number[] {
  let farthest = -1;
  let max = tolerance;
  for (let index = from + 1; index < to; index++) {
    const distance = getDistanceToSegment(points[index]!, points[from]!, points[to]!);
    if (distance <= max) continue;
    farthest = index;
    max = distance;
  }
  if (farthest === -1) return [];
  return [
    ...findSignificant(points, from, farthest, tolerance),
    farthest,
    ...findSignificant(points, farthest, to, tolerance),
  ];
}

function getDistanceToSegment(point: ScreenPoint, start: ScreenPoint, end: ScreenPoint): number {
  const dx = end.x - start.x;
  const dy = end.y - start.y;
  const squared = dx * dx + dy * dy;
  // From 0 at the start to 1 at the end.
  const share = squared === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / squared;
  const along = Math.max(0, Math.min(1, share));
  return getDistance(point, { x: start.x + along * dx, y: start.y + along * dy });
}

export function getDistance(a: ScreenPoint, b: ScreenPoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** Whether a point is so close to the first or last point that the user means to close the outline. */
export function isAtEnd(outline: Outline, position: Position, radius: number, project: Project): boolean {
  return [outline[0], outline.at(-1)].some(
    (end) => end !== undefined && getDistance(project(end), project(position)) <= radius,
  );
}
