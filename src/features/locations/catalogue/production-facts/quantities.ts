import { formatNumber } from '../../../../platform/text/numbers.ts';

interface UnitDefinition {
  /** Decimals that are stored. */
  readonly decimals: number;
  /** For messages. */
  readonly example: string;
  /** The units in which a number may be typed, in lower case, and how many of the stored unit one of them is. */
  readonly factors: Readonly<Record<string, number>>;
}

const METRES = { m: 1, mm: 0.001, cm: 0.01, km: 1_000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1_609.344 };
const MILLIMETRES = Object.fromEntries(Object.entries(METRES).map(([name, metres]) => [name, metres * 1_000]));

/** The metric units in which numbers are stored. */
export const UNITS = {
  m: { decimals: 2, example: '3.5 m or 12 ft', factors: METRES },
  mm: { decimals: 0, example: '900 mm or 3 ft', factors: MILLIMETRES },
  'm²': { decimals: 1, example: '120 m² or 1,300 sq ft', factors: { 'm²': 1, 'ft²': 0.09290304, 'yd²': 0.83612736 } },
  'kg/m²': {
    decimals: 0,
    example: '500 kg/m² or 100 lb/ft²',
    // A kilonewton is the weight of 102 kg.
    factors: { 'kg/m²': 1, 'kn/m²': 101.971621, 'lb/ft²': 4.88242764 },
  },
  kg: { decimals: 0, example: '630 kg or 1,400 lb', factors: { kg: 1, t: 1_000, lb: 0.45359237, st: 6.35029318 } },
  A: { decimals: 0, example: '63 A', factors: { a: 1 } },
  days: { decimals: 0, example: '14 days or 2 weeks', factors: { h: 1 / 24, d: 1, wk: 7, month: 30 } },
} as const satisfies Readonly<Record<string, UnitDefinition>>;
export type Unit = keyof typeof UNITS;
const COUNT: UnitDefinition = { decimals: 0, example: '12', factors: {} };

/** Other spellings of units, by their name. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  m: ['metre', 'metres', 'meter', 'meters'],
  mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters'],
  cm: ['centimetre', 'centimetres', 'centimeter', 'centimeters'],
  km: ['kilometre', 'kilometres', 'kilometer', 'kilometers'],
  in: ['inch', 'inches', '"', '″', '”', "''"],
  ft: ['foot', 'feet', "'", '′', '’'],
  yd: ['yds', 'yard', 'yards'],
  mi: ['mile', 'miles'],
  'm²': ['sq m', 'sqm', 'square metre', 'square metres', 'square meter', 'square meters'],
  'ft²': ['sq ft', 'sqft', 'square feet', 'square foot'],
  'yd²': ['sq yd', 'square yard', 'square yards'],
  'kg/m²': ['kg per square metre'],
  'kn/m²': ['kpa'],
  'lb/ft²': ['psf', 'lbs/ft²', 'lb/sq ft'],
  kg: ['kgs', 'kilogram', 'kilograms'],
  t: ['tonne', 'tonnes'],
  lb: ['lbs', 'pound', 'pounds'],
  st: ['stone'],
  a: ['amp', 'amps', 'ampere', 'amperes'],
  h: ['hr', 'hrs', 'hour', 'hours'],
  d: ['day', 'days'],
  wk: ['week', 'weeks'],
  month: ['months'],
};
const NAMES = new Map(Object.entries(SPELLINGS).flatMap(([name, others]) => others.map((other) => [other, name])));

const NUMBER = /^(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?$/;
const FRACTIONS = new Map([
  ['¼', '.25'],
  ['½', '.5'],
  ['¾', '.75'],
]);
const FRACTION = /(\d*) ?([¼½¾])/g;
/** The hyphen of 12'-6". */
const FEET_AND_INCHES = /(?<=ft|feet|foot|['′’]) ?[-–] ?(?=[\d.]+ ?(?:in|["″”]|''))/g;
/** A number and the unit behind it. */
const PART = /(\d[\d,]*(?:\.\d+)?|\.\d+)([^\d.]*)/g;

/**
 * Parses a number with or without a unit, also one of two units such as 12 ft 6 in.
 * @param unit the unit of the fact, which a number without one has; null for a count
 * @returns the number in that unit; undefined for anything else
 */
export function parseQuantity(typed: string, unit: Unit | null): number | undefined {
  // The digit of m2, and the full stop of an abbreviation, are no numbers.
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(FRACTION, (_, whole: string, fraction: string) => `${whole || 0}${FRACTIONS.get(fraction)}`)
    .replaceAll(/(?<=[a-z])2\b/g, '²')
    .replaceAll(/\.(?!\d)/g, '')
    .replaceAll(FEET_AND_INCHES, ' ');
  const parts = [...text.matchAll(PART)];
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return undefined;
  const { factors, decimals }: UnitDefinition = unit === null ? COUNT : UNITS[unit];
  let total = 0;
  let last = Infinity;
  for (const [, number = '', written = ''] of parts) {
    const name = written.replaceAll(',', '').trim();
    // A second number without a unit is inches, as in 12' 6.
    const standard = last === factors['ft'] ? factors['in'] : 1;
    const factor = name === '' ? standard : factors[NAMES.get(name) ?? name];
    // Of several units each is smaller than the one before.
    if (!NUMBER.test(number) || factor === undefined || factor >= last) return undefined;
    total += Number(number.replaceAll(',', '')) * factor;
    last = parts.length > 1 && name === '' ? 0 : factor;
  }
  const rounded = Number(total.toFixed(decimals));
  const isLost = rounded === 0 && total > 0;
  return isLost || (unit === null && rounded !== total) ? undefined : rounded;
}

/** The message for a number that cannot be parsed, or is not between the least and the greatest, in the unit. */
export function enterQuantity(unit: Unit | null, min: number, max: number): string {
  const { example } = unit === null ? COUNT : UNITS[unit];
  const least = min > 0 ? `at least ${formatQuantity(min, unit)} and ` : '';
  return `Enter a number such as ${example}, ${least}at most ${formatQuantity(max, unit)}.`;
}

/** Formats a number with its unit, as '3.66 m'. */
export function formatQuantity(value: number, unit: Unit | null): string {
  if (unit === null) return formatNumber(value);
  if (unit === 'days' && value === 1) return '1 day';
  return `${formatNumber(value)}\u00A0${unit}`;
}
