import { once } from '../../../../platform/once.ts';
import { getArea, simplify, toPathData } from './paths.ts';
import { projectX, projectY } from './view.server.ts';
import type { CouncilMap } from '../../schema.ts';
import { type Ring, getCouncilRings } from '../../boundaries/topology.server.ts';

/** Units of the longer side. */
const SIZE = 1_000;
/** Units by which a simplified line may differ. */
const TOLERANCE = 1.5;
/** Smaller islands are left out (square units). */
const MIN_AREA = 4;

/** Returns the outlines of all council areas as SVG paths, in Web Mercator. */
export const getCouncilMap = once((): CouncilMap => {
  const councils = getCouncilRings().map(({ name, rings }) => ({ name, lines: rings.map(project) }));
  const points = councils.flatMap(({ lines }) => lines.flat());
  const xs = points.filter((_, i) => i % 2 === 0);
  const ys = points.filter((_, i) => i % 2 === 1);
  const [left, top] = [getMin(xs), getMin(ys)];
  const [width, height] = [-getMin(xs.map((x) => -x)) - left, -getMin(ys.map((y) => -y)) - top];
  const scale = SIZE / Math.max(width, height);
  const toUnits = (line: number[]) => line.map((value, i) => (value - (i % 2 === 0 ? left : top)) * scale);
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    areas: councils.map(({ name, lines }) => ({ name, path: toPath(lines.map(toUnits)) })),
  };
});

function project(ring: Ring): number[] {
  return ring.flatMap(([longitude, latitude]) => [projectX(longitude), projectY(latitude)]);
}

/** Math.min takes its values as arguments, of which these are too many. */
function getMin(values: readonly number[]): number {
  return values.reduce((min, value) => Math.min(min, value), Infinity);
}

/** A council area that is smaller than every limit keeps its largest part. */
function toPath(lines: readonly number[][]): string {
  const largest = lines.toSorted((a, b) => getArea(b) - getArea(a));
  return largest
    .filter((line, i) => i === 0 || getArea(line) >= MIN_AREA)
    .map((line) => toPathData(simplify(line, TOLERANCE), true))
    .join('');
}
