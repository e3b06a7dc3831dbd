import { groundLayers } from '../layers.server.ts';
import type { Ring } from '../../boundaries/topology.server.ts';
import { computeArea, clipRing, toPathData, simplify, clipLine, type Frame } from './paths.ts';
import { HEIGHT, projectX, projectY, WIDTH, type View } from './view.server.ts';

/** The layers of a drawn map. Built-up areas are too coarse at these scales. */
const DRAWN_LAYERS = ['neighbours', 'land', 'councils', 'rivers', 'lakes'] as const;
type DrawnLayer = (typeof DRAWN_LAYERS)[number];

/** Path units per pixel. Paths use integers, for small files, but are smooth on high-resolution screens. */
export const UNITS = 2;
/** Simplification tolerances in path units, the finest first. */
const TOLERANCES = [1.2, 2, 3.2, 5, 8] as const;
/** Minimum area of islands and lochs, in square path units. */
const MIN_AREA = 16;
/** Maximum characters of path data, so that the file stays below 24 KB, or 8 KB compressed. */
const MAX_PATH_LENGTH = 16_000;
/** Pixels by which paths extend beyond the image, so that the edges of clipped areas are not visible. */
const BLEED = 12;

/** A line in Web Mercator world units, with its bounding box. */
interface WorldLine {
  points: Float64Array;
  box: Frame;
}

let loaded: Record<DrawnLayer, WorldLine[]> | undefined;

/** Returns the projected layers; computed on first use. */
function worldLayers(): Record<DrawnLayer, WorldLine[]> {
  const entries = () => DRAWN_LAYERS.map((layer) => [layer, groundLayers()[layer].lines.map(toWorld)]);
  return (loaded ??= Object.fromEntries(entries()) as Record<DrawnLayer, WorldLine[]>);
}

function toWorld(line: Ring): WorldLine {
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

/** Returns the SVG paths of the ground in a view, bottom layer first, with the layer's name as class. The unit is 1/`UNITS` pixel. */
export function groundPaths(view: View): string {
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
  const [halfX, halfY] = [(WIDTH / 2 + BLEED) / view.scale, (HEIGHT / 2 + BLEED) / view.scale];
  const frame = { left: view.x - halfX, right: view.x + halfX, top: view.y - halfY, bottom: view.y + halfY };
  const toUnits = (points: number[]) =>
    points.map((value, i) =>
      i % 2 === 0
        ? ((value - view.x) * view.scale + WIDTH / 2) * UNITS
        : ((value - view.y) * view.scale + HEIGHT / 2) * UNITS,
    );
  const clipLayer = (layer: DrawnLayer): ClippedLine[] => {
    const { polygon } = groundLayers()[layer];
    const near = worldLayers()[layer].filter(({ box }) => overlaps(box, frame));
    return near
      .flatMap(({ points }) => (polygon ? [clipRing(points, frame)] : clipLine(points, frame)))
      .map(toUnits)
      .filter((points) => points.length > 2 && (!polygon || computeArea(points) > MIN_AREA))
      .map((points) => ({ data: (tolerance) => toPathData(simplify(points, tolerance), polygon) }));
  };
  return Object.fromEntries(DRAWN_LAYERS.map((layer) => [layer, clipLayer(layer)])) as Record<
    DrawnLayer,
    ClippedLine[]
  >;
}

function overlaps(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
