import { once } from '../../../../platform/runtime/compute-once.ts';
import { project } from './ground.server.ts';
import { type FlatLine, getArea, simplify, toPathData } from './paths.ts';
import type { CouncilMap } from '../../schema.ts';
import { getCouncilRings } from '../../boundaries/topology.server.ts';

/** Units of the longer side. */
const SIZE = 1_000;
/** Maximum deviation of a simplified line, in units of the map. */
const TOLERANCE = 1.5;
/** Smaller islands are left out (square units). */
const MIN_AREA = 4;

/** Returns the outlines of all council areas as SVG paths, in Web Mercator. */
export const getCouncilMap = once((): CouncilMap => {
  const councils = getCouncilRings().map(({ name, rings }) => ({ name, lines: rings.map(project) }));
  const boxes = councils.flatMap(({ lines }) => lines.map(({ box }) => box));
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const width = Math.max(...boxes.map(({ right }) => right)) - left;
  const height = Math.max(...boxes.map(({ bottom }) => bottom)) - top;
  const scale = SIZE / Math.max(width, height);
  const toUnits = (points: Float64Array) => points.map((value, i) => (value - (i % 2 === 0 ? left : top)) * scale);
  return {
    width: Math.round(width * scale),
    height: Math.round(height * scale),
    areas: councils.map(({ name, lines }) => ({ name, path: toPath(lines.map(({ points }) => toUnits(points))) })),
  };
});

/** A council area that is smaller than every limit keeps its largest polygon. */
function toPath(lines: readonly FlatLine[]): string {
  const largest = lines.toSorted((a, b) => getArea(b) - getArea(a));
  return largest
    .filter((line, i) => i === 0 || getArea(line) >= MIN_AREA)
    .map((line) => toPathData(simplify(line, TOLERANCE), true))
    .join('');
}
