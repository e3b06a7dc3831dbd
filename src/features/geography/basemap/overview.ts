/** The image of the map before it is used: a square around a centre. */
export interface OverviewCamera {
  readonly center: readonly [longitude: number, latitude: number];
  readonly zoom: number;
}

/** CSS pixels of each side of an overview. */
export const OVERVIEW_PX = 1_200;
const MAX_OVERVIEW_ZOOM = 14;
/** Decimal places of the centre, some ten metres, and steps of a zoom level, so that visitors share images. */
const DECIMALS = 4;
const ZOOM_STEPS = 4;

const NAME = /^(-?\d{1,3}\.\d{4}),(-?\d{1,2}\.\d{4}),(\d{1,2}\.\d{2})\.svg$/;

/** Returns the overview that covers a box of the page at a camera of the map: the next one that is no closer. */
export function toOverviewCamera(
  { center: [longitude, latitude], zoom }: OverviewCamera,
  box: { readonly width: number; readonly height: number },
): OverviewCamera {
  const covering = zoom + Math.min(0, Math.log2(OVERVIEW_PX / Math.max(box.width, box.height)));
  const steps = Math.floor(Math.min(MAX_OVERVIEW_ZOOM, Math.max(0, covering)) * ZOOM_STEPS);
  const round = (degrees: number) => Number(degrees.toFixed(DECIMALS));
  return { center: [round(longitude), round(latitude)], zoom: steps / ZOOM_STEPS };
}

export function formatOverviewPath({ center: [longitude, latitude], zoom }: OverviewCamera): string {
  return `/basemap/overview/${longitude.toFixed(DECIMALS)},${latitude.toFixed(DECIMALS)},${zoom.toFixed(2)}.svg`;
}

/** Parses the name of the file of an overview; null if it is none that {@link formatOverviewPath} makes. */
export function parseOverviewName(name: string): OverviewCamera | null {
  const [, longitude, latitude, zoom] = NAME.exec(name) ?? [];
  if (zoom === undefined) return null;
  const camera: OverviewCamera = { center: [Number(longitude), Number(latitude)], zoom: Number(zoom) };
  const isValid =
    Math.abs(camera.center[0]) <= 180 &&
    Math.abs(camera.center[1]) <= 85 &&
    camera.zoom <= MAX_OVERVIEW_ZOOM &&
    Number.isInteger(camera.zoom * ZOOM_STEPS);
  return isValid ? camera : null;
}
