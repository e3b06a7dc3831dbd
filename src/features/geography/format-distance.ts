import { formatNumber } from '../../platform/text/numbers.ts';

const METRES_PER_KM = 1000;

/** From this distance on, tenths of a kilometre say nothing. */
const WHOLE_FROM_KM = 100;

/** Formats a distance as '240 m', '3.2 km' or '437 km'. */
export function formatDistance(kilometres: number): string {
  const metres = Math.round(kilometres * METRES_PER_KM);
  if (metres < METRES_PER_KM) return `${metres} m`;
  return `${formatNumber(kilometres < WHOLE_FROM_KM ? Math.round(kilometres * 10) / 10 : Math.round(kilometres))} km`;
}
