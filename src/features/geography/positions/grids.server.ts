import proj4 from 'proj4';
import { once } from '../../../platform/runtime/compute-once.ts';
import { getRegion } from '../region/queries.server.ts';
import type { Position } from '../schema.ts';

/** In metres, from the origin of a grid. */
interface GridPoint {
  readonly easting: number;
  readonly northing: number;
}

/** The letters of squares, five by five, from north to south and from west to east. There is no I. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';
const ROW_LENGTH = 5;
/** The last letter stands for a square of this size in metres; the digits after it are places within the square. */
const SQUARE = 100_000;
/** A reference to 10 km has as many digits as the district of a postcode. */
const MIN_DIGITS = 4;
const MAX_DIGITS = 10;
/** More than the shift between datums, less than a place is long. */
const DECIMALS = 6;

const getGrids = once(() =>
  getRegion().grids.map(({ projection, extent, squares }) => ({ extent, squares, projection: proj4(projection) })),
);

/** Returns the position of a point of the grid of the region in which it lies; null if it is in none. */
export function findGridPosition({ easting, northing }: GridPoint): Position | null {
  for (const { extent, projection } of getGrids()) {
    const [west, south, east, north] = extent;
    if (easting < west || easting > east || northing < south || northing > north) continue;
    const [longitude, latitude] = projection.inverse([easting, northing]) as [number, number];
    return { latitude: round(latitude), longitude: round(longitude) };
  }
  return null;
}

/**
 * Returns the position of a reference to a square of a grid of the region, such as `NN 166 712`, or `O 159 346`: its south-western corner, as on
 * maps. Null for other texts.
 */
export function findSquarePosition(reference: string): Position | null {
  const [, letters = '', first = '', second] = /^([A-Z]{1,2})\s*(\d+)(?:[\s,]+(\d+))?$/.exec(reference) ?? [];
  const digits = first + (second ?? '');
  const isHalved = second === undefined ? digits.length % 2 === 0 : first.length === second.length;
  if (!isHalved || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS || letters.includes('I')) return null;
  const half = digits.length / 2;
  const toMetres = (text: string) => Number(text.padEnd(Math.log10(SQUARE), '0'));
  for (const { squares } of getGrids()) {
    if (squares?.letters !== letters.length) continue;
    const [west, south] = findCorner(letters, squares);
    return findGridPosition({
      easting: west + toMetres(digits.slice(0, half)),
      northing: south + toMetres(digits.slice(half)),
    });
  }
  return null;
}

/** The south-western corner of a square, in metres. Each letter divides the square of the one before. */
function findCorner(letters: string, { west, south }: { readonly west: number; readonly south: number }) {
  const corner: [number, number] = [west, south];
  for (const [index, letter] of [...letters].entries()) {
    const size = SQUARE * ROW_LENGTH ** (letters.length - 1 - index);
    const place = LETTERS.indexOf(letter);
    corner[0] += (place % ROW_LENGTH) * size;
    corner[1] += (ROW_LENGTH - 1 - Math.floor(place / ROW_LENGTH)) * size;
  }
  return corner;
}

function round(degrees: number): number {
  return Number(degrees.toFixed(DECIMALS));
}
