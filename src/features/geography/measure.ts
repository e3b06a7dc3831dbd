import type { Position } from './schema.ts';

const EARTH_RADIUS_KM = 6371;

/** Returns the great-circle distance in kilometres (haversine). */
export function getKilometresBetween(a: Position, b: Position): number {
  const radians = Math.PI / 180;
  const dLatitude = Math.sin(((b.latitude - a.latitude) * radians) / 2);
  const dLongitude = Math.sin(((b.longitude - a.longitude) * radians) / 2);
  const chord = dLatitude ** 2 + Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * dLongitude ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, chord)));
}

/** Whether a position is inside a closed line of latitudes and longitudes, by the number of its edges to the east (even-odd rule). */
export function isInside(
  { latitude, longitude }: Position,
  outline: readonly (readonly [latitude: number, longitude: number])[],
): boolean {
  let inside = false;
  let before = outline.at(-1)!;
  for (const point of outline) {
    const crosses = point[0] > latitude !== before[0] > latitude;
    const share = (latitude - point[0]) / (before[0] - point[0]);
    if (crosses && longitude < point[1] + share * (before[1] - point[1])) inside = !inside;
    before = point;
  }
  return inside;
}

/** Returns a box that contains a circle: the latitudes and longitudes within some kilometres. */
export function getBoxAround(
  { latitude, longitude }: Position,
  kilometres: number,
): [west: number, south: number, east: number, north: number] {
  const degrees = (kilometres / EARTH_RADIUS_KM) * (180 / Math.PI);
  const poleward = Math.min(89, Math.abs(latitude) + degrees);
  const width = degrees / Math.cos((poleward * Math.PI) / 180);
  return [longitude - width, latitude - degrees, longitude + width, latitude + degrees];
}

const CIRCLE_CORNERS = 24;

/** Returns the corners of a regular polygon around a circle of some kilometres, which it exceeds by 0.9 % at most. */
export function getCircle({ latitude, longitude }: Position, kilometres: number): Position[] {
  const height = ((kilometres / EARTH_RADIUS_KM) * (180 / Math.PI)) / Math.cos(Math.PI / CIRCLE_CORNERS);
  const width = height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  return Array.from({ length: CIRCLE_CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CIRCLE_CORNERS;
    return { latitude: latitude + height * Math.cos(angle), longitude: longitude + width * Math.sin(angle) };
  });
}

/** Returns Web Mercator world units, growing eastwards. */
export function projectX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** Returns Web Mercator world units, growing southwards. */
export function projectY(latitude: number): number {
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
}
