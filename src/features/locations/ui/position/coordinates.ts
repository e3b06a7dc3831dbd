import type { Position } from '../../../geography/schema.ts';

/** Explains the map, where it is read out. */
export const MAP_HINT_ID = 'area-hint';

/** About a metre; a click is no more exact. */
const DECIMAL_PLACES = 5;
const COMPASS_POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

/** A position to about a metre. */
export function roundToMetre({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(DECIMAL_PLACES)), longitude: Number(longitude.toFixed(DECIMAL_PLACES)) };
}

/** As '57.27389 north, 5.51605 west'. */
export function formatPosition({ latitude, longitude }: Position): string {
  const north = `${Math.abs(latitude)} ${latitude < 0 ? 'south' : 'north'}`;
  return `${north}, ${Math.abs(longitude)} ${longitude < 0 ? 'west' : 'east'}`;
}

/** Where a camera looked. @param degrees clockwise from north */
export function formatDirection(degrees: number): string {
  return COMPASS_POINTS[Math.round(degrees / 45) % COMPASS_POINTS.length] ?? 'north';
}

/** Reads one coordinate, or both as maps copy them: '57.27389, -5.51605'. Undefined where it makes no sense. */
export function parseCoordinates(typed: string): readonly number[] | undefined {
  const parts = typed
    .trim()
    .replaceAll('−', '-')
    .split(/\s*[,;]\s*|\s+/);
  const numbers = parts.map((part) => (/^[+-]?\d{1,3}(\.\d+)?°?$/.test(part) ? parseFloat(part) : NaN));
  return numbers.length <= 2 && numbers.every(Number.isFinite) ? numbers : undefined;
}
