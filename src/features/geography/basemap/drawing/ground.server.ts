import { getGroundLayers } from '../layers.server.ts';
import type { Ring } from '../../boundaries/topology.server.ts';
import { getArea, clipRing, toPathData, simplify, clipLine, type Frame } from './paths.ts';
import { HEIGHT, projectX, projectY, WIDTH, type View } from './view.server.ts';

/** Without built-up areas, whose data is too coarse for this scale. */
const DRAWN_LAYERS = ['neighbours', 'land', 'councils', 'rivers', 'lakes'] as const;
type DrawnLayer = (typeof DRAWN_LAYERS)[number];

/** Path coordinates are integers, which keeps files small; two units per pixel look smooth on dense screens. */
export const UNITS_PER_PIXEL = 2;
/** Tolerances of the line simplification in path units, finest first. */
const TOLERANCES = [1.2, 2, 3.2, 5, 8] as const;
/** Smaller islands and lochs are left out (square units). */
const MIN_AREA = 16;
/** Characters of path data, so that a map stays under 24 KB, and a third of that when compressed. */
const MAX_PATH_LENGTH = 16_000;
/** Pixels by which paths extend beyond the image, so that clipped edges are not visible. */
const BLEED_PIXELS = 12;

/** A line in Web Mercator world units, with its bounding box. */
interface ProjectedLine {
  points: Float64Array;
  box: Frame;
}

let loaded: Record<DrawnLayer, ProjectedLine[]> | undefined;

/** Returns the projected layers, computed on first use. */
function getProjectedLayers(): Record<DrawnLayer, ProjectedLine[]> {
  const entries = () => DRAWN_LAYERS.map((layer) => [layer, getGroundLayers()[layer].lines.map(project)]);
  return (loaded ??= Object.fromEntries(entries()) as Record<DrawnLayer, ProjectedLine[]>);
}

function project(line: Ring): ProjectedLine {
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

/** Returns the SVG paths of a view in drawing order, each with its layer as class, in units of 1/`UNITS_PER_PIXEL` pixel. */
export function drawGround(view: View): string {
  const clipped = clip(view);
  let paths = '';
  for (const tolerance of TOLERANCES) {
    const path = (name: string, ...layers: DrawnLayer[]) => {
      const data = layers.flatMap((layer) => clipped[layer].map((line) => line.data(tolerance))).join('');
      return data === '' ? '' : `<path class="${name}" d="${data}"/>`;
    };
    paths =
      path('land', 'neighbours', 'land') +
      path('councils', 'councils') +
      path('rivers', 'rivers') +
      path('lakes', 'lakes');
    if (paths.length <= MAX_PATH_LENGTH) break;
  }
  return paths;
}

interface ClippedLine {
  data: (tolerance: number) => string;
}

function clip(view: View): Record<DrawnLayer, ClippedLine[]> {
  const [halfX, halfY] = [(WIDTH / 2 + BLEED_PIXELS) / view.scale, (HEIGHT / 2 + BLEED_PIXELS) / view.scale];
  const frame = { left: view.x - halfX, right: view.x + halfX, top: view.y - halfY, bottom: view.y + halfY };
  const toUnits = (points: number[]) =>
    points.map((value, i) =>
      i % 2 === 0
        ? ((value - view.x) * view.scale + WIDTH / 2) * UNITS_PER_PIXEL
        : ((value - view.y) * view.scale + HEIGHT / 2) * UNITS_PER_PIXEL,
    );
  const clipLayer = (layer: DrawnLayer): ClippedLine[] => {
    const { polygon } = getGroundLayers()[layer];
    const near = getProjectedLayers()[layer].filter(({ box }) => intersects(box, frame));
    return near
      .flatMap(({ points }) => (polygon ? [clipRing(points, frame)] : clipLine(points, frame)))
      .map(toUnits)
      .filter((points) => points.length > 2 && (!polygon || getArea(points) > MIN_AREA))
      .map((points) => ({ data: (tolerance) => toPathData(simplify(points, tolerance), polygon) }));
  };
  return Object.fromEntries(DRAWN_LAYERS.map((layer) => [layer, clipLayer(layer)])) as Record<
    DrawnLayer,
    ClippedLine[]
  >;
}

function intersects(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
