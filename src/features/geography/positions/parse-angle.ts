import { MAX_DEGREES, type Position } from '../schema.ts';

export type Axis = keyof Position;

const HEMISPHERES: Readonly<Record<string, { axis: Axis; sign: 1 | -1 }>> = {
  N: { axis: 'latitude', sign: 1 },
  S: { axis: 'latitude', sign: -1 },
  E: { axis: 'longitude', sign: 1 },
  W: { axis: 'longitude', sign: -1 },
};

const NUMBER = String.raw`\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const SIXTIETHS = String.raw`\d{1,2}(?:\.\d+)?`;
/** Degrees, or degrees with minutes and seconds, before or after a letter of a hemisphere. Upper and lower case. */
export const ANGLE = String.raw`[NSEW]?\s*[+-]?\s*${NUMBER}\s*°?(?:\s*${SIXTIETHS}\s*'(?:\s*${SIXTIETHS}\s*")?)?\s*[NSEW]?`;

const PARTS = new RegExp(
  String.raw`^([NSEW]?)\s*([+-]?)\s*(${NUMBER})\s*°?(?:\s*(${SIXTIETHS})\s*'(?:\s*(${SIXTIETHS})\s*")?)?\s*([NSEW]?)$`,
  'i',
);

/** One form of each sign that keyboards, word processors and maps write in several. */
export function unifySigns(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[°º˚]|\bdeg(?:rees?)?\b\.?/gi, '°')
    .replace(/''|[″“”]/g, '"')
    .replace(/[′’‘´`]/g, "'")
    .trim();
}

/** An angle; its axis is known if it has the letter of a hemisphere. Null if the text is none. */
export function parseAngle(text: string): { degrees: number; axis: Axis | null } | null {
  const [, before = '', sign = '', whole, minutes = '0', seconds = '0', after = ''] = PARTS.exec(text.trim()) ?? [];
  if (whole === undefined || Number(minutes) >= 60 || Number(seconds) >= 60) return null;
  const letter = (before + after).toUpperCase();
  // Two letters, or a letter and a sign, can contradict each other.
  if (letter.length > 1 || (letter && sign)) return null;
  const { axis = null, sign: direction = sign === '-' ? -1 : 1 } = HEMISPHERES[letter] ?? {};
  return { degrees: direction * (Number(whole) + Number(minutes) / 60 + Number(seconds) / 3_600), axis };
}

/**
 * Returns the degrees of a latitude or longitude as people write it: `-2.5163`, `2,5163 W`, `2° 30' 58.7" W`. Null if it is none of this axis.
 */
export function parseDegrees(text: string, axis: Axis): number | null {
  const angle = parseAngle(unifySigns(text).replace(/^([^,]*\d),(?=\d)/, '$1.'));
  if (!angle || (angle.axis ?? axis) !== axis || Math.abs(angle.degrees) > MAX_DEGREES[axis]) return null;
  return angle.degrees;
}
