import type { Position } from '../../../../geography/schema.ts';

/** Id of the description of the map. */
export const MAP_HINT_ID = 'area-hint';

/** About a metre. */
const DECIMAL_PLACES = 5;
const COMPASS_POINTS = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west'];

export function roundToMetre({ latitude, longitude }: Position): Position {
  return { latitude: Number(latitude.toFixed(DECIMAL_PLACES)), longitude: Number(longitude.toFixed(DECIMAL_PLACES)) };
}

/** Formats a position as '57.27389 north, 5.51605 west'. */
export function formatPosition({ latitude, longitude }: Position): string {
  const north = `${Math.abs(latitude)} ${latitude < 0 ? 'south' : 'north'}`;
  return `${north}, ${Math.abs(longitude)} ${longitude < 0 ? 'west' : 'east'}`;
}

/** Formats a direction of view. @param degrees clockwise from north */
export function formatDirection(degrees: number): string {
  return COMPASS_POINTS[Math.round(degrees / 45) % COMPASS_POINTS.length] ?? 'north';
}

/** Parses one coordinate, or both as copied from maps: '57.27389, -5.51605'. Returns undefined for other text. */
export function parseCoordinates(typed: string): readonly number[] | undefined {
  const parts = typed
    .trim()
    .replaceAll('−', '-')
    .split(/\s*[,;]\s*|\s+/);
  const numbers = parts.map((part) => (/^[+-]?\d{1,3}(\.\d+)?°?$/.test(part) ? parseFloat(part) : NaN));
  return numbers.length <= 2 && numbers.every(Number.isFinite) ? numbers : undefined;
}
