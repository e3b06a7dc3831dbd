import { formatRecentMoment } from '../../../../platform/dates.ts';

/** A date and time relative to now, with an initial capital letter. */
export function Timestamp({ at }: { at: string }) {
  const words = formatRecentMoment(at);
  return <time dateTime={at}>{words.charAt(0).toUpperCase() + words.slice(1)}</time>;
}
