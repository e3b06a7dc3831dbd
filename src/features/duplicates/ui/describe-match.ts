import { formatDistance } from '../../geography/format-distance.ts';
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
