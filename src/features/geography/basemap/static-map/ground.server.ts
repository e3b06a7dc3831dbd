import { once } from '../../../../platform/runtime/compute-once.ts';
import { getGroundLayers } from '../layers.server.ts';
import type { Ring } from '../../boundaries/topology.server.ts';
import { getArea, clipRing, toPathData, simplify, clipLine, intersects, type Frame } from './paths.ts';
import { projectX, projectY } from '../../measure.ts';
import type { View } from './view.server.ts';

/** The layers of the base map except built-up areas, whose data is too coarse for this scale. */
const DRAWN_LAYERS = ['neighbours', 'land', 'councils', 'rivers', 'lakes'] as const;
type DrawnLayer = (typeof DRAWN_LAYERS)[number];

/** Path coordinates are integers, which keeps files small; two units per pixel look smooth on dense screens. */
export const UNITS_PER_PIXEL = 2;
/** Tolerances of the line simplification in path units, finest first. */
const TOLERANCES = [1.2, 2, 3.2, 5, 8] as const;
/** Smaller islands and lochs are left out (square units). */
const MIN_AREA = 16;
/** Pixels that paths extend beyond the image, so that neither clipped edges nor their shallows are visible. */
const BLEED_PIXELS = 30;

/** A line in Web Mercator world units, with its bounding box. */
interface ProjectedLine {
  points: Float64Array;
  box: Frame;
}

const getProjectedLayers = once(() => mapLayers((layer) => getGroundLayers()[layer].lines.map(project)));

function mapLayers<Value>(toValue: (layer: DrawnLayer) => Value) {
  return Object.fromEntries(DRAWN_LAYERS.map((layer) => [layer, toValue(layer)])) as Record<DrawnLayer, Value>;
}

/** Projects degrees to Web Mercator. */
export function project(line: Ring): ProjectedLine {
  const points = Float64Array.from(line.flatMap(([longitude, latitude]) => [projectX(longitude), projectY(latitude)]));
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let i = 0; i < points.length; i += 2) {
    box.left = Math.min(box.left, points[i]!);
    box.right = Math.max(box.right, points[i]!);
    box.top = Math.min(box.top, points[i + 1]!);
    box.bottom = Math.max(box.bottom, points[i + 1]!);
  }
  return { points, box };
}

/**
 * Returns the SVG paths of a view in drawing order, each with its layer as class, in units of 1/`UNITS_PER_PIXEL` pixel.
 * @param hasShallows whether the sea is lighter along the coasts
 * @param maxLength characters of path data from which lines are simplified
 */
export function drawGround(view: View, hasShallows: boolean, maxLength: number): string {
  const clipped = clip(view);
  let paths = '';
  for (const tolerance of TOLERANCES) {
    const draw = (name: DrawnLayer, lines: readonly ClippedLine[] = clipped[name]) => {
      const data = lines.map((line) => line.toData(tolerance)).join('');
      return data === '' ? '' : `<path class="${name}" d="${data}"/>`;
    };
    const land = draw('land', [...clipped.neighbours, ...clipped.land]);
    paths = (hasShallows ? addShallows(land) : land) + draw('councils') + draw('rivers') + draw('lakes');
    if (paths.length <= maxLength) break;
  }
  return paths;
}

/** Draws the same path for bands of shallow water along the coasts, and above them for the land. */
function addShallows(land: string): string {
  if (land === '') return '';
  const bands = ['shallows', 'shore', 'land'].map((name) => `<use class="${name}" href="#ground"/>`);
  return `<defs>${land.replace('class="land"', 'id="ground"')}</defs>${bands.join('')}`;
}

interface ClippedLine {
  toData: (tolerance: number) => string;
}

function clip(view: View): Record<DrawnLayer, ClippedLine[]> {
  const [halfX, halfY] = [(view.width / 2 + BLEED_PIXELS) / view.scale, (view.height / 2 + BLEED_PIXELS) / view.scale];
  const frame = { left: view.x - halfX, right: view.x + halfX, top: view.y - halfY, bottom: view.y + halfY };
  const toUnit = (offset: number, size: number) => (offset * view.scale + size / 2) * UNITS_PER_PIXEL;
  const toUnits = (points: number[]) =>
    points.map((value, i) => (i % 2 === 0 ? toUnit(value - view.x, view.width) : toUnit(value - view.y, view.height)));
  return mapLayers((layer) => {
    const { polygon } = getGroundLayers()[layer];
    const near = getProjectedLayers()[layer].filter(({ box }) => intersects(box, frame));
    return near
      .flatMap(({ points }) => (polygon ? [clipRing(points, frame)] : clipLine(points, frame)))
      .map(toUnits)
      .filter((points) => points.length > 2 && (!polygon || getArea(points) > MIN_AREA))
      .map((points) => ({ toData: (tolerance: number) => toPathData(simplify(points, tolerance), polygon) }));
  });
}
