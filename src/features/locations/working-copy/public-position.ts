import type { MapPrecision, Position } from '../../geography/schema.ts';

/** Kilometres along a degree of latitude; also of longitude at the equator. */
const KM_PER_DEGREE = 111.32;
/** Edge of the grid cell whose middle stands for every point in it. */
const CELL_KM = { near: 1, area: 5 } as const;
/** About a metre. */
const DECIMALS = 5;

/**
 * Where the public sees a place. An inexact position is the middle of its cell in a fixed grid: the exact one
 * cannot be told from it, and publishing again, however often, gives away nothing more, as random offsets would.
 */
export function toPublicPosition(exact: Position, precision: MapPrecision): Position {
  if (precision === 'exact') return rounded(exact.latitude, exact.longitude);
  const height = CELL_KM[precision] / KM_PER_DEGREE;
  const latitude = toCellCentre(exact.latitude, height);
  // Degrees of longitude shrink towards the poles; a row of cells shares one width.
  const width = height / Math.max(Math.cos((latitude * Math.PI) / 180), 0.01);
  return rounded(within(90, latitude), within(180, toCellCentre(exact.longitude, width)));
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
