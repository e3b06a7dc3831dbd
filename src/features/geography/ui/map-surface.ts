import { projectX, projectY } from '../measure.ts';
import type { BoundingBox } from '../schema.ts';
import type { MapBox, MapTarget, ScreenPoint, View } from './markers.ts';

type LongitudeLatitude = [longitude: number, latitude: number];

/** The methods of a map, or of its drawn overview, that markers and lines use. */
export interface MapSurface {
  project: (position: LongitudeLatitude) => ScreenPoint;
  getZoom: () => number;
  getCenter: () => { lng: number; lat: number };
  getContainer: () => HTMLElement;
  getCanvasContainer: () => HTMLElement;
  on: (event: 'move' | 'resize', listener: () => void) => unknown;
  off: (event: 'move' | 'resize', listener: () => void) => unknown;
}

/** Pixels of the world at zoom 0. */
const WORLD_PX = 512;

/** Default zoom limit of fitting a box. Where the map has no streets, a single location needs its surroundings. */
const MAX_FIT_ZOOM = 9;
const MAX_FIT_ZOOM_WITH_STREETS = 14;

export function toFitOptions(
  { padding, maxZoom }: MapBox,
  hasStreets: boolean,
): { readonly padding: number; readonly maxZoom: number } {
  return { padding, maxZoom: maxZoom ?? (hasStreets ? MAX_FIT_ZOOM_WITH_STREETS : MAX_FIT_ZOOM) };
}

/** Returns what a map of the size of a box shows at a target, as MapLibre does. */
export function getTargetView(
  target: MapTarget,
  { width, height }: { readonly width: number; readonly height: number },
  hasStreets: boolean,
): View {
  const { center, zoom } =
    'box' in target ? fitBox(target.box, toFitOptions(target, hasStreets), width, height) : target;
  const scale = WORLD_PX * 2 ** zoom;
  const [x, y] = [projectX(center[0]), projectY(center[1])];
  const [dx, dy] = [width / 2 / scale, height / 2 / scale];
  const bbox: BoundingBox = [toLongitude(x - dx), toLatitude(y + dy), toLongitude(x + dx), toLatitude(y - dy)];
  return { center, zoom, bbox, isUserMove: false };
}

function fitBox(
  [west, south, east, north]: BoundingBox,
  { padding, maxZoom }: { readonly padding: number; readonly maxZoom: number },
  width: number,
  height: number,
): Pick<View, 'center' | 'zoom'> {
  const [left, right, top, bottom] = [projectX(west), projectX(east), projectY(north), projectY(south)];
  const scale = Math.min((width - 2 * padding) / (right - left), (height - 2 * padding) / (bottom - top));
  return {
    center: [toLongitude((left + right) / 2), toLatitude((top + bottom) / 2)],
    zoom: Math.max(0, Math.min(maxZoom, Math.log2(Math.max(1, scale / WORLD_PX)))),
  };
}

function toLongitude(x: number): number {
  return (x - 0.5) * 360;
}

function toLatitude(y: number): number {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** A view that stays, in an element. */
export function createFixedSurface(element: HTMLElement, { center, zoom }: Pick<View, 'center' | 'zoom'>): MapSurface {
  const scale = WORLD_PX * 2 ** zoom;
  const [x, y] = [projectX(center[0]), projectY(center[1])];
  return {
    project: ([longitude, latitude]) => ({
      x: (projectX(longitude) - x) * scale + element.clientWidth / 2,
      y: (projectY(latitude) - y) * scale + element.clientHeight / 2,
    }),
    getZoom: () => zoom,
    getCenter: () => ({ lng: center[0], lat: center[1] }),
    getContainer: () => element,
    getCanvasContainer: () => element,
    on: () => {},
    off: () => {},
  };
}
