import type { Position } from '../../schema.ts';
import { getKilometresToCoast } from '../../boundaries/queries.server.ts';
import { getGazetteer } from '../../gazetteer/queries.server.ts';

/** Pixels of a static map: 3:2 like cards. */
export const WIDTH = 960;
export const HEIGHT = 640;

/** Possible distances from the centre to the left and right edge. */
const HALF_WIDTHS_KM = [18, 25, 35, 50, 70, 100] as const;
const EARTH_CIRCUMFERENCE_KM = 40_075;
const KM_PER_DEGREE = 111.2;

/** The centre of a static map in Web Mercator world units (0 to 1), and its scale in pixels per unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** Returns Web Mercator world units, growing eastwards. */
export function projectX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** Returns Web Mercator world units, growing southwards. */
export function projectY(latitude: number): number {
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
}

/** Converts a position to pixels of the map; null outside of it. */
export function toPixel(view: View, { latitude, longitude }: Position): [x: number, y: number] | null {
  const x = (projectX(longitude) - view.x) * view.scale + WIDTH / 2;
  if (x <= 0 || x >= WIDTH) return null;
  const y = (projectY(latitude) - view.y) * view.scale + HEIGHT / 2;
  return y > 0 && y < HEIGHT ? [x, y] : null;
}

/** Returns the closest view that shows a coast or several towns, so that the region is recognisable. */
export function getView(position: Position): View {
  const kilometresAround = EARTH_CIRCUMFERENCE_KM * Math.cos((position.latitude * Math.PI) / 180);
  return {
    x: projectX(position.longitude),
    y: projectY(position.latitude),
    scale: ((WIDTH / 2) * kilometresAround) / getHalfWidth(position),
  };
}

function getHalfWidth(position: Position): number {
  const coast = getKilometresToCoast(position);
  return HALF_WIDTHS_KM.find((halfWidth) => isRecognisable(position, halfWidth, coast)) ?? HALF_WIDTHS_KM.at(-1)!;
}

function isRecognisable(position: Position, halfWidth: number, coast: number): boolean {
  const towns = countTowns(position, halfWidth * 0.8, halfWidth * 0.5);
  return towns >= 3 || (towns >= 1 && coast < halfWidth * 0.4);
}

function countTowns({ latitude, longitude }: Position, eastWest: number, northSouth: number): number {
  const dLatitude = northSouth / KM_PER_DEGREE;
  const dLongitude = eastWest / (KM_PER_DEGREE * Math.cos((latitude * Math.PI) / 180));
  return getGazetteer().towns.filter(
    (town) =>
      town.population >= 500 &&
      Math.abs(town.latitude - latitude) < dLatitude &&
      Math.abs(town.longitude - longitude) < dLongitude,
  ).length;
}
