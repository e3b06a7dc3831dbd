import { TypeOverrides, types } from 'pg';

const { INT8, NUMERIC, DATE } = types.builtins;

/** Type parsers: bigint and numeric become numbers, date becomes 'YYYY-MM-DD', timestamptz becomes `Date`. */
export const columnTypes = new TypeOverrides();
columnTypes.setTypeParser(INT8, parseSafeInteger);
columnTypes.setTypeParser(NUMERIC, parseSafeInteger);
columnTypes.setTypeParser(DATE, String);

/** Throws for numbers that JavaScript cannot represent exactly, which fails the query. */
function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) throw new RangeError(`${text} is too large for a number`);
  return value;
}
