import { formatNumber } from '../../platform/text/numbers.ts';

const METRES_PER_KM = 1000;

/** Formats a distance as '240 m' or '3.2 km'. */
export function formatDistance(kilometres: number): string {
  const metres = Math.round(kilometres * METRES_PER_KM);
  return metres < METRES_PER_KM ? `${metres} m` : `${formatNumber(Math.round(kilometres * 10) / 10)} km`;
}
