import { projectX, projectY } from '../../measure.ts';
import type { Position } from '../../schema.ts';
import { getKilometresToCoast } from '../../boundaries/queries.server.ts';
import { getGazetteer } from '../../gazetteer/queries.server.ts';

/** Pixels of the map of a location: 3:2 like cards. */
const SIZE = { width: 960, height: 640 } as const;

/** Possible distances from the centre to the left and right edge. */
const HALF_WIDTHS_KM = [18, 25, 35, 50, 70, 100] as const;
const EARTH_CIRCUMFERENCE_KM = 40_075;
const KM_PER_DEGREE = 111.2;

/** The centre of a static map in Web Mercator world units (0 to 1), its scale in pixels per unit, and its size in pixels. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/** Converts a position to pixels of the map; null outside of it. */
export function toPixel(view: View, { latitude, longitude }: Position): [x: number, y: number] | null {
  const x = (projectX(longitude) - view.x) * view.scale + view.width / 2;
  if (x <= 0 || x >= view.width) return null;
  const y = (projectY(latitude) - view.y) * view.scale + view.height / 2;
  return y > 0 && y < view.height ? [x, y] : null;
}

/** Returns the closest view that shows a coast or several towns, so that the region is recognisable. */
export function getView(position: Position): View {
  const kilometresAround = EARTH_CIRCUMFERENCE_KM * Math.cos((position.latitude * Math.PI) / 180);
  return {
    x: projectX(position.longitude),
    y: projectY(position.latitude),
    scale: ((SIZE.width / 2) * kilometresAround) / getHalfWidth(position),
    ...SIZE,
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
