import { formatRecentMoment } from '../../../../platform/dates.ts';

/** A date and time relative to now, with an initial capital letter. */
export function Timestamp({ of }: { of: string }) {
  const words = formatRecentMoment(of);
  return <time dateTime={of}>{words.charAt(0).toUpperCase() + words.slice(1)}</time>;
}
