import type { BoundingBox, MapPrecision, Position } from '../../../geography/schema.ts';

/** Kilometres along a degree of latitude; also of longitude at the equator. */
const KM_PER_DEGREE = 111.32;
/** Edge of a grid cell in kilometres. */
const CELL_KM = { near: 1, area: 5 } as const;
/** Decimals of a degree, about a metre. */
const DECIMALS = 5;
/** How far rounding moves a position, in degrees. */
const ROUNDING = 0.5 * 10 ** -DECIMALS;

/**
 * The position that the public sees. An inexact one is the centre of its cell in a fixed grid. Random offsets would
 * give the exact position away: their mean approaches it as the location is published again and again.
 */
export function toPublicPosition(exact: Position, precision: MapPrecision): Position {
  if (precision === 'exact') return rounded(exact.latitude, exact.longitude);
  const latitude = toCellCentre(exact.latitude, CELL_KM[precision] / KM_PER_DEGREE);
  const { width } = getCellSize(latitude, precision);
  return rounded(within(90, latitude), within(180, toCellCentre(exact.longitude, width)));
}

/** Returns all the places where a location may be whose position the public sees as this one. */
export function getPublicArea({ latitude, longitude }: Position, precision: MapPrecision): BoundingBox {
  if (precision === 'exact') return [longitude, latitude, longitude, latitude];
  const { width, height } = getCellSize(latitude, precision);
  const [x, y] = [width / 2 + ROUNDING, height / 2 + ROUNDING];
  return [longitude - x, latitude - y, longitude + x, latitude + y];
}

/** Degrees of longitude shrink towards the poles; a row of cells shares one width. */
function getCellSize(latitude: number, precision: keyof typeof CELL_KM): { width: number; height: number } {
  const height = CELL_KM[precision] / KM_PER_DEGREE;
  return { width: height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01), height };
}

function toCellCentre(degrees: number, size: number): number {
  return (Math.floor(degrees / size) + 0.5) * size;
}

function within(limit: number, degrees: number): number {
  return Math.max(-limit, Math.min(limit, degrees));
}

function rounded(latitude: number, longitude: number): Position {
  return { latitude: Number(latitude.toFixed(DECIMALS)), longitude: Number(longitude.toFixed(DECIMALS)) };
}
