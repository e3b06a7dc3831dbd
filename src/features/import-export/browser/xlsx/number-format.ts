import { format, getFormatDateInfo } from 'numfmt';
import { DAY_MS } from '../../../../platform/text/durations.ts';

/** Shows the number of a cell as text. */
export type NumberFormatter = (value: number, is1904: boolean) => string;

/** The day 0 of both calendars. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a 29 February 1900, so earlier days have a number that is one lower. */
const FIRST_RIGHT_DAY = 61;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Formats of dates that a workbook does not declare, also those of East Asia. */
const BUILT_IN_DATES: readonly (readonly [from: number, to: number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
];
const BUILT_IN_TIMES: Readonly<Record<number, string>> = {
  18: 'hh:mm',
  19: 'hh:mm:ss',
  20: 'hh:mm',
  21: 'hh:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/**
 * Returns how a number format is shown: days as ISO dates, times of a day, and numbers with the leading zero or plus that a format adds, as of
 * telephone numbers. Everything else keeps its value, without thousands separators, units and rounding.
 * @param code the format, if the workbook declares it
 */
export function createNumberFormatter(id: number, code = ''): NumberFormatter {
  const { year, day, month, hours, minutes, seconds } = getFormatDateInfo(code);
  const isBuiltInDate = code === '' && BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to);
  if (year || day || month || isBuiltInDate) return formatDate;
  const time = hours || minutes || seconds ? code : code === '' ? BUILT_IN_TIMES[id] : undefined;
  if (time !== undefined) return (value) => format(time, value, { throws: false });
  // Both cases need one of these characters.
  return /[0+]/.test(code) ? (value) => formatWithPrefix(code, value) : formatPlainNumber;
}

/** Without the noise of floating point. */
export const formatPlainNumber: NumberFormatter = (value) => String(Number(value.toPrecision(15)));

/** Formats whose text differs from the number only by zeros and a plus before it, and by blanks, hyphens, brackets and slashes. */
const PREFIXED = /^[(]?[0+][\d ()/-]*$/;

function formatWithPrefix(code: string, value: number): string {
  const plain = formatPlainNumber(value, false);
  if (!/^\d+$/.test(plain)) return plain;
  const shown = format(code, value, { throws: false }).trim();
  return PREFIXED.test(shown) && shown.replace(/\D/g, '').replace(/^0+/, '') === plain.replace(/^0+/, '')
    ? shown
    : plain;
}

/** Formats the number of a day as an ISO date, with the time if it has one; numbers that are no day as they are. */
export function formatDate(serial: number, is1904: boolean): string {
  if (serial < (is1904 ? 0 : 1) || serial > LAST_DAY + 1) return String(serial);
  const shifted = !is1904 && serial < FIRST_RIGHT_DAY ? serial + 1 : serial;
  const moment = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(shifted * DAY_MS));
  return formatMoment(moment.toISOString());
}

/** ISO dates of cells: without midnight, and in UTC if they have no time zone. */
export function formatMoment(iso: string): string {
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(iso.trim()) ?? [];
  if (day === undefined || time === undefined) return iso;
  return /^[0:.]+$/.test(time) ? day : `${day}T${time}${zone}`;
}
