import { formatNumber } from '../../../platform/text/numbers.ts';
import { type DuplicatePair, REASONS, REASON_LABELS, type Reason } from '../schema.ts';

type Match = Pick<DuplicatePair, 'reasons' | 'distance'>;

/** Lists the evidence that two locations are one, the strongest first, such as 'Similar titles (90 %)' or '40 m apart'. */
export function listReasons({ reasons, distance }: Match): string[] {
  const strengths = REASONS.map((reason) => [reason, reasons[reason] ?? 0] as const).filter(
    ([, strength]) => strength > 0,
  );
  return strengths
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, strength]) => formatReason(reason, strength, distance));
}

function formatReason(reason: Reason, strength: number, distance: number | null): string {
  if (reason === 'distance' && distance !== null) return `${formatDistance(distance)} apart`;
  if (reason === 'postcode') return REASON_LABELS.postcode;
  if (strength < 100) return `${REASON_LABELS[reason]} (${strength} %)`;
  return reason === 'title' ? 'Same title' : REASON_LABELS[reason];
}

const METRES_PER_KM = 1000;

/** A distance such as '240 m' or '3.2 km'. */
export function formatDistance(kilometres: number): string {
  return kilometres < 1
    ? `${Math.round(kilometres * METRES_PER_KM)} m`
    : `${formatNumber(Math.round(kilometres * 10) / 10)} km`;
}
