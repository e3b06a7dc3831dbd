import { formatDay } from '../../platform/text/dates.ts';
import { byLocale } from '../../platform/text/locale.ts';
import { type Entry, KINDS } from './schema.ts';

const weekdayFormat = byLocale(
  ({ language }) => new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
);

/** Such as `Likely unavailable, every year until 3 Mar 2029`, or `Unavailable, every week, Saturday to Sunday, until 3 Mar 2029`. */
export function describeEntry(
  entry: Pick<Entry, 'kind' | 'first_day' | 'last_day' | 'repeats' | 'repeats_until'>,
): string {
  const { kind, first_day, last_day, repeats, repeats_until } = entry;
  const [first, last] = [first_day, last_day].map((day) => weekdayFormat().format(new Date(day)));
  if (repeats === null || repeats_until === null) return KINDS[kind];
  const until = `until ${formatDay(repeats_until)}`;
  if (repeats === 'YEARLY') return `${KINDS[kind]}, every year ${until}`;
  return `${KINDS[kind]}, every week, ${first === last ? first : `${first} to ${last}`}, ${until}`;
}
