import type { Position } from '../../../locations/schema.ts';
import { kilometresToCoast } from '../../boundaries/queries.server.ts';
import { gazetteer } from '../../gazetteer/queries.server.ts';

/** Size of a drawn map in pixels: 3:2, as pictures on cards. */
export const WIDTH = 960;
export const HEIGHT = 640;

/** Kilometres from the middle to the left and right edges, the closest view first. */
const REACHES = [18, 25, 35, 50, 70, 100] as const;
const EARTH_CIRCUMFERENCE_KILOMETRES = 40_075;
const KILOMETRES_PER_DEGREE = 111.2;

/** The centre of a drawn map in Web Mercator world units (0 to 1), and its scale in pixels per unit. */
export interface View {
  x: number;
  y: number;
  scale: number;
}

/** Projects a longitude to Web Mercator world units, eastwards. */
export function projectX(longitude: number): number {
  return longitude / 360 + 0.5;
}

/** Projects a latitude to Web Mercator world units, southwards. */
export function projectY(latitude: number): number {
  return 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
}

/** Returns the pixel of a position on the drawn map; null outside of it. */
export function pixel(view: View, { latitude, longitude }: Position): [x: number, y: number] | null {
  const x = (projectX(longitude) - view.x) * view.scale + WIDTH / 2;
  if (x <= 0 || x >= WIDTH) return null;
  const y = (projectY(latitude) - view.y) * view.scale + HEIGHT / 2;
  return y > 0 && y < HEIGHT ? [x, y] : null;
}

/** Returns the closest view of a position that shows a coast or several towns, so that the area is recognisable. */
export function getView(position: Position): View {
  const kilometresAround = EARTH_CIRCUMFERENCE_KILOMETRES * Math.cos((position.latitude * Math.PI) / 180);
  return {
    x: projectX(position.longitude),
    y: projectY(position.latitude),
    scale: ((WIDTH / 2) * kilometresAround) / chooseReach(position),
  };
}

function chooseReach(position: Position): number {
  const coast = kilometresToCoast(position);
  return REACHES.find((reach) => isRecognisable(position, reach, coast)) ?? REACHES.at(-1)!;
}

function isRecognisable(position: Position, reach: number, coast: number): boolean {
  const towns = countTowns(position, reach * 0.8, reach * 0.5);
  return towns >= 3 || (towns >= 1 && coast < reach * 0.4);
}

function countTowns({ latitude, longitude }: Position, eastWest: number, northSouth: number): number {
  const dLatitude = northSouth / KILOMETRES_PER_DEGREE;
  const dLongitude = eastWest / (KILOMETRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180));
  return gazetteer().towns.filter(
    (town) =>
      town.population >= 500 &&
      Math.abs(town.latitude - latitude) < dLatitude &&
      Math.abs(town.longitude - longitude) < dLongitude,
  ).length;
}
