import { groundLayers } from '../layers.server.ts';
import type { Ring } from '../../boundaries/topology.server.ts';
import { areaOf, clipRing, pathData, simplify, stretchesInside, type Frame } from './paths.ts';
import { HEIGHT, projectX, projectY, WIDTH, type View } from './view.server.ts';

/** The layers that a drawing shows; built-up ground is known too coarsely for a view so close. */
const DRAWN = ['neighbours', 'land', 'councils', 'rivers', 'lakes'] as const;
type Drawn = (typeof DRAWN)[number];

/** Path units in a pixel: paths are in whole units, for short files, yet smooth on dense screens. */
export const UNITS = 2;
/** Path units by which a simplified line may stray, the finest drawing first. */
const TOLERANCES = [1.2, 2, 3.2, 5, 8] as const;
/** Islands and lochs of fewer square units would be specks. */
const SPECK = 16;
/** Characters of path data that a drawing may take, so that the whole stays under 24 KB, a third of that as it is sent. */
const BUDGET = 16_000;
/** How far paths run on beyond the picture, in pixels, so that the edges along the cut stay unseen. */
const BLEED = 12;

/** A line in Web Mercator world units, with the box that holds it. */
interface WorldLine {
  points: Float64Array;
  box: Frame;
}

let loaded: Record<Drawn, WorldLine[]> | undefined;

/** The drawn layers projected, on first use, and kept. */
function worldLayers(): Record<Drawn, WorldLine[]> {
  const entries = () => DRAWN.map((layer) => [layer, groundLayers()[layer].lines.map(toWorld)]);
  return (loaded ??= Object.fromEntries(entries()) as Record<Drawn, WorldLine[]>);
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

/** SVG paths of the ground in a view, in units of 1/`UNITS` pixel, each with its layer's name as class, bottom up. */
export function groundPaths(view: View): string {
  const clipped = clip(view);
  let paths = '';
  for (const tolerance of TOLERANCES) {
    const path = (name: string, ...layers: Drawn[]) => {
      const data = layers.flatMap((layer) => clipped[layer].map((line) => line.data(tolerance))).join('');
      return data === '' ? '' : `<path class="${name}" d="${data}"/>`;
    };
    paths =
      path('land', 'neighbours', 'land') +
      path('councils', 'councils') +
      path('rivers', 'rivers') +
      path('lakes', 'lakes');
    if (paths.length <= BUDGET) break;
  }
  return paths;
}

interface ClippedLine {
  data: (tolerance: number) => string;
}

function clip(view: View): Record<Drawn, ClippedLine[]> {
  const [halfX, halfY] = [(WIDTH / 2 + BLEED) / view.scale, (HEIGHT / 2 + BLEED) / view.scale];
  const frame = { left: view.x - halfX, right: view.x + halfX, top: view.y - halfY, bottom: view.y + halfY };
  const toUnits = (points: number[]) =>
    points.map((value, i) =>
      i % 2 === 0
        ? ((value - view.x) * view.scale + WIDTH / 2) * UNITS
        : ((value - view.y) * view.scale + HEIGHT / 2) * UNITS,
    );
  const clipLayer = (layer: Drawn): ClippedLine[] => {
    const { polygon } = groundLayers()[layer];
    const near = worldLayers()[layer].filter(({ box }) => touches(box, frame));
    return near
      .flatMap(({ points }) => (polygon ? [clipRing(points, frame)] : stretchesInside(points, frame)))
      .map(toUnits)
      .filter((points) => points.length > 2 && (!polygon || areaOf(points) > SPECK))
      .map((points) => ({ data: (tolerance) => pathData(simplify(points, tolerance), polygon) }));
  };
  return Object.fromEntries(DRAWN.map((layer) => [layer, clipLayer(layer)])) as Record<Drawn, ClippedLine[]>;
}

function touches(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
