import type { LeftOutReason } from '../locations/bulk-changes/schema.ts';
import type { PlannedLocation } from './plan.server.ts';

/** Returns why a row is left out unless somebody wants it. @param isDuplicate whether it looks like a location of the catalogue */
export function getDefaultReason({ isOutside }: PlannedLocation, isDuplicate: boolean): LeftOutReason | null {
  if (isOutside) return 'OUTSIDE_REGION';
  return isDuplicate ? 'LIKELY_DUPLICATE' : null;
}

/** Describes the location that a new one looks like. */
export function formatDuplicate(title: string, score: number): string {
  return `“${title}” (${score} % similar).`;
}
