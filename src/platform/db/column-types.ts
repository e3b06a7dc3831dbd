import { TypeOverrides, types } from 'pg';

const { INT8, NUMERIC, DATE } = types.builtins;

/** How columns arrive: counts and amounts as numbers, dates as 'YYYY-MM-DD', moments (timestamptz) as `Date`. */
export const columnTypes = new TypeOverrides();
columnTypes.setTypeParser(INT8, parseSafeInteger);
columnTypes.setTypeParser(NUMERIC, parseSafeInteger);
columnTypes.setTypeParser(DATE, String);

/** Fails the query rather than hand out a whole number that JavaScript cannot hold exactly. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is too large for a number`);
  return value;
}
