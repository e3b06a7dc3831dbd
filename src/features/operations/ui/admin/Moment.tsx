import { formatRecentMoment } from '../../../../ui/dates.ts';

/** When something was, to begin a cell with. */
export function Moment({ of }: { of: string }) {
  const words = formatRecentMoment(of);
  return <time dateTime={of}>{words.charAt(0).toUpperCase() + words.slice(1)}</time>;
}
