import { MAX_DEGREES, type Position } from '../schema.ts';
import { findGridPosition, findSquarePosition } from './grids.server.ts';
import { ANGLE, parseAngle, unifySigns } from './parse-angle.ts';

/** Text that programs write around or before the numbers. */
const DECORATION = /^(?:geo:|[([{])\s*|\s*[)\]}]$|\b(?:lat(?:itude)?|lon(?:g|gitude)?|lng)\b\s*[:=]?/gi;
const PAIR = new RegExp(String.raw`^(${ANGLE})(?:\s*[,;/|]\s*|\s+)(${ANGLE})$`, 'i');
/** Letters alone separate too: `56.1N4.5W`. */
const LETTERED_PAIR = new RegExp(String.raw`^([^NSEW]*[NSEW])\s*[,;/|]?\s*([^NSEW]*[NSEW])$`, 'i');
/** A number with a comma for its decimals, which no blank follows. */
const DECIMAL_COMMA = /(?<=\d),(?=\d)/g;
/** Whole degrees are 100 km apart: two small numbers are more likely something else. */
const IS_PRECISE = /\.\d|[°NSEW]/i;
/** Well-known text of a point, as databases export it: the longitude is first. */
const POINT = /^(?:SRID=4326;\s*)?POINT\s*\(\s*(\S+)\s+(\S+)\s*\)$/i;
const METRES = /^([1-9]\d{4,5}(?:\.\d+)?|0\d{5})\s*(?:[,;/]\s*|\s+)([1-9]\d{4,6}(?:\.\d+)?|0\d{5})$/;

/**
 * Returns the position that a text consists of, or null if it is anything else. Understands degrees (`56.1, -4.5`, `56,1; -4,5`,
 * `56° 6' N 4° 30' W`, `POINT(-4.5 56.1)`), and references and coordinates of the grids of the region (`NN 166 712`, `216600, 771200`).
 *
 * The position can lie anywhere: the caller decides what one outside the region means.
 */
export function parsePosition(text: string): Position | null {
  const plain = unifySigns(text);
  const [, x, y] = POINT.exec(plain) ?? [];
  if (x !== undefined) return toPosition(y!, x);
  return findSquarePosition(plain.toUpperCase()) ?? parseMetres(plain) ?? parseDegreePair(plain);
}

function parseMetres(text: string): Position | null {
  const [, easting, northing] = METRES.exec(text) ?? [];
  return easting === undefined ? null : findGridPosition({ easting: Number(easting), northing: Number(northing) });
}

function parseDegreePair(text: string): Position | null {
  const bare = text.replaceAll(DECORATION, '').trim();
  const hasDecimalCommas = [...bare.matchAll(DECIMAL_COMMA)].length === 2 && !bare.includes('.');
  const pair = hasDecimalCommas ? bare.replaceAll(DECIMAL_COMMA, '.') : bare;
  if (!IS_PRECISE.test(pair)) return null;
  const [, first, second] = PAIR.exec(pair) ?? LETTERED_PAIR.exec(pair) ?? [];
  return first === undefined ? null : toPosition(first, second!);
}

/** Letters of hemispheres tell which is which; without them the latitude is the first. */
function toPosition(first: string, second: string): Position | null {
  const [a, b] = [parseAngle(first), parseAngle(second)];
  if (!a || !b || (a.axis !== null && a.axis === b.axis)) return null;
  const isLatitudeFirst = a.axis !== 'longitude' && b.axis !== 'latitude';
  const [latitude, longitude] = isLatitudeFirst ? [a.degrees, b.degrees] : [b.degrees, a.degrees];
  const isValid = Math.abs(latitude) <= MAX_DEGREES.latitude && Math.abs(longitude) <= MAX_DEGREES.longitude;
  return isValid ? { latitude, longitude } : null;
}
