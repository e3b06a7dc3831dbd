import { date } from '../../platform/http/field-schemas.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years of two digits are the last hundred before this one, as in Excel and LibreOffice. */
const TWO_DIGIT_YEARS_END = 2030;

const TIME = String.raw`(?:[T ]\s*\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[AaPp]\.?[Mm]\.?)?\s?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?)?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})${TIME}$`);
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`);
const MONTH_BY_NAME = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[-/. ]\s*([A-Za-z]{3,9})\.?[-/., ]\s*(\d{4}|\d{2})${TIME}$`,
);

const MONTH_FIRST = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},?\s+)?([A-Za-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)(\d{4})${TIME}$`,
);
const WITHOUT_SIGNS = new RegExp(String.raw`^((?:19|20)\d{2})(\d{2})(\d{2})${TIME}$`);

/**
 * Parses the ways in which people, spreadsheets and databases write a day, with the day before the month unless that has its name, to 'YYYY-MM-DD'. A time of day is left
 * out. Undefined for other texts, and for days that do not exist.
 */
export function parseDay(text: string): string | undefined {
  const [, isoYear, , isoMonth, isoDay] = YEAR_FIRST.exec(text) ?? [];
  if (isoYear !== undefined) return toIsoDay(isoYear, Number(isoMonth), isoDay!);
  const [, day, , month, year] = DAY_FIRST.exec(text) ?? [];
  if (day !== undefined) return toIsoDay(year!, Number(month), day);
  const [, namedDay, name = '', namedYear] = MONTH_BY_NAME.exec(text) ?? [];
  if (namedDay !== undefined) return toIsoDay(namedYear!, parseMonth(name), namedDay);
  const [, firstName, laterDay, laterYear] = MONTH_FIRST.exec(text) ?? [];
  if (firstName !== undefined) return toIsoDay(laterYear!, parseMonth(firstName), laterDay!);
  const [, plainYear, plainMonth, plainDay] = WITHOUT_SIGNS.exec(text) ?? [];
  return plainYear === undefined ? undefined : toIsoDay(plainYear, Number(plainMonth), plainDay!);
}

/** Counted from 1; 0 for other words. */
function parseMonth(name: string): number {
  const word = name.toLowerCase();
  return (
    MONTHS.findIndex((month, index) => {
      const full = new Date(Date.UTC(2000, index))
        .toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
        .toLowerCase();
      return word === month || word === full || (month === 'sep' && word === 'sept');
    }) + 1
  );
}

function toIsoDay(year: string, month: number, day: string): string | undefined {
  const two = TWO_DIGIT_YEARS_END % 100;
  const century = TWO_DIGIT_YEARS_END - two - (Number(year) >= two ? 100 : 0);
  const fullYear = year.length === 4 ? year : String(century + Number(year));
  const iso = `${fullYear}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
  return date.safeParse(iso).success ? iso : undefined;
}
