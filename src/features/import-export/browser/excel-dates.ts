const DAY_MS = 86_400_000;
/** The day 0 of both calendars. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** Excel counts a 29 February 1900, so earlier days have a number that is one lower. */
const FIRST_RIGHT_DAY = 61;
/** 31 December 9999. */
const LAST_DAY = 2_958_465;
/** Formats of dates that a workbook does not declare, also those of East Asia. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [36, 36],
  [50, 54],
  [57, 58],
];

/** Whether a number format shows a date. @param code the format, if the workbook declares it */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  // Without texts, escaped characters, colours and conditions.
  const pattern = code.replace(/"[^"]*"|\\.|_.|\*.|\[[^[\]]*\]/g, '');
  return /[yd]/i.test(pattern);
}

/** Formats the number of a day as an ISO date, with the time if it has one; numbers that are no day as they are. */
export function formatDate(serial: number, is1904: boolean): string {
  if (serial < 1 || serial > LAST_DAY + 1) return String(serial);
  const shifted = !is1904 && serial < FIRST_RIGHT_DAY ? serial + 1 : serial;
  const moment = new Date((is1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(shifted * DAY_MS));
  const iso = moment.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}
