import { formatRelativeDateTime } from '../../../../platform/text/dates.ts';

/** A date and time relative to now, with an initial capital letter. */
export function Timestamp({ at }: { at: string }) {
  const words = formatRelativeDateTime(at);
  return <time dateTime={at}>{words.charAt(0).toUpperCase() + words.slice(1)}</time>;
}
