import { formatDay } from '../../../platform/text/dates.ts';
import { type Entry, KINDS, REPETITIONS } from '../schema.ts';

/** Such as `Likely unavailable, every year until 3 Mar 2029`. */
export function describeEntry({
  kind,
  repeats,
  repeats_until,
}: Pick<Entry, 'kind' | 'repeats' | 'repeats_until'>): string {
  const repetition =
    repeats === null || repeats_until === null
      ? []
      : [`${REPETITIONS[repeats].toLowerCase()} until ${formatDay(repeats_until)}`];
  return [KINDS[kind], ...repetition].join(', ');
}
