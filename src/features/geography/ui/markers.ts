import type { BoundingBox, MapPrecision, Position } from '../schema.ts';

/** A single location on a map. */
export interface Pin extends Position {
  readonly id: string;
  readonly title: string;
  readonly href: string;
  readonly precision: MapPrecision;
}

/** Locations that would overlap. */
export interface Cluster extends Position {
  readonly total: number;
  readonly bbox: BoundingBox;
}

/** Centre and MapLibre zoom of a map. */
export interface Camera {
  readonly center: readonly [longitude: number, latitude: number];
  readonly zoom: number;
}

/** A box to fit a map to. */
export interface MapBox {
  readonly box: BoundingBox;
  /** Pixels. */
  readonly padding: number;
  readonly maxZoom?: number;
}

/** The view of a map: a box, or an exact camera. */
export type MapTarget = MapBox | Camera;

export const MAX_ZOOM = 14;
export const MAX_ZOOM_WITH_STREETS = 19;

/** The visible area of a map after a move. */
export interface View extends Camera {
  readonly bbox: BoundingBox;
  /** Whether the user moved it, rather than the page. */
  readonly isUserMove: boolean;
}

/** Distance of a location from its public position at most: half the diagonal of its grid cell. */
const RADIUS_METRES: Readonly<Record<MapPrecision, number>> = { exact: 0, near: 710, area: 3_540 };
/** Metres per pixel at the equator at zoom 0, with tiles of 512 pixels. */
const METRES_PER_PIXEL = 78_271.517;

/** Returns the radius in pixels of the circle around a public position that contains the location; 0 for an exact one. */
export function getRadiusInPixels({ latitude, precision }: Pick<Pin, 'latitude' | 'precision'>, zoom: number): number {
  const metresPerPixel = (METRES_PER_PIXEL * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
  return RADIUS_METRES[precision] / metresPerPixel;
}

/** Returns the bounding box of points and clusters; undefined without any. */
export function getBoundingBox(
  points: readonly Position[],
  clusters: readonly Pick<Cluster, 'bbox'>[],
): BoundingBox | undefined {
  const boxes = [
    ...clusters.map((cluster) => cluster.bbox),
    ...points.map(({ latitude, longitude }): BoundingBox => [longitude, latitude, longitude, latitude]),
  ];
  return boxes.reduce<BoundingBox | undefined>(
    (all, [west, south, east, north]) =>
      all === undefined
        ? [west, south, east, north]
        : [Math.min(all[0], west), Math.min(all[1], south), Math.max(all[2], east), Math.max(all[3], north)],
    undefined,
  );
}

/** Pixels. */
export interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS: Readonly<Record<string, ScreenPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the index of the point that an arrow key moves to: the nearest, with sideways distance counted double; -1 if there is none. */
export function findPointAhead(points: readonly ScreenPoint[], from: ScreenPoint, key: string): number {
  const direction = DIRECTIONS[key];
  if (!direction) return -1;
  let best = -1;
  let least = Infinity;
  points.forEach(({ x, y }, index) => {
    const ahead = (x - from.x) * direction.x + (y - from.y) * direction.y;
    const aside = Math.abs((x - from.x) * direction.y) + Math.abs((y - from.y) * direction.x);
    if (ahead > 0 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = index;
    }
  });
  return best;
}
