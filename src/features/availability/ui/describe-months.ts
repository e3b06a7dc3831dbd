import { addDays, addMonths } from '../../../platform/text/days.ts';
import { byLocale } from '../../../platform/text/locale.ts';
import { clip } from '../merge-ranges.ts';
import type { DayRange, Kind, UnavailableRange } from '../schema.ts';

/** The days of a month on which a location is unavailable, as people read them. */
interface DescribedMonth {
  /** Such as `March 2027`. */
  readonly month: string;
  /** By kind, such as `3 to 5, 12`. */
  readonly days: Readonly<Partial<Record<Kind, string>>>;
}

const monthFormat = byLocale(
  ({ language }) => new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

/** Describes ranges by month. Months without any are left out. */
export function describeMonths(ranges: readonly UnavailableRange[], period: DayRange): DescribedMonth[] {
  const months: DescribedMonth[] = [];
  for (let first = `${period.first_day.slice(0, 7)}-01`; first <= period.last_day; first = addMonths(first, 1)) {
    const month = { first_day: first, last_day: addDays(addMonths(first, 1), -1) };
    const days = Object.fromEntries(
      [...Map.groupBy(ranges, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
        const texts = ofKind.map((range) => clip(range, month)).filter(isNotEmpty);
        return texts.length > 0 ? [[kind, texts.map((range) => formatDays(range, month)).join(', ')]] : [];
      }),
    );
    if (Object.keys(days).length > 0) months.push({ month: monthFormat().format(new Date(first)), days });
  }
  return months;
}

function isNotEmpty({ first_day, last_day }: DayRange): boolean {
  return first_day <= last_day;
}

function formatDays({ first_day, last_day }: DayRange, month: DayRange): string {
  if (first_day === month.first_day && last_day === month.last_day) return 'the whole month';
  const [first, last] = [first_day, last_day].map((day) => Number(day.slice(8)));
  return first === last ? String(first) : `${first} to ${last}`;
}
