import { BASES } from '../schema.ts';
import { formatGrouping } from '../yearly/format-grouping.ts';
import {
  CONFIDENTIAL,
  MAX_SHARE,
  MEASURES,
  MEASURE_NAMES,
  MIN_PRODUCTIONS,
  PUBLISHED_GROUPINGS,
  type PublishedGrouping,
  type PublishedSum,
  SUM_BASES,
  type SumBasis,
} from './schema.ts';

/** The heading and title of the page of a published year; of the latest one without a year. */
export function formatHeading(year: number | undefined): string {
  return year === undefined ? 'Impact of filming' : `Impact of filming in ${year}`;
}

/** What a sum is grouped by, in the words of the region. */
export function formatBy(by: PublishedGrouping): string {
  return by === 'SPEND' ? 'Kind of spend' : formatGrouping(by);
}

export function formatSumBasis(basis: SumBasis): string {
  return basis === 'ALL' ? 'All' : BASES[basis];
}

const REASON = `it rests on fewer than ${MIN_PRODUCTIONS} productions, more than ${MAX_SHARE * 100} % of it is of one production, or another confidential number would follow from it.`;
/** Why sums are confidential. */
export const WHY_CONFIDENTIAL = `${CONFIDENTIAL} stands for a confidential number: ${REASON}`;

export const HOW_KNOWN =
  'Declared figures come from the productions, measured ones from the office, and estimated ones from formulas whose sources are given. Figures that are not known are not in the sums: where none is known, the sum is 0.';

const MEASURE =
  'Productions that have filmed, shooting days, local crew in people, the days of local crew, or spend in the currency of the region.';

function describeGroup(): string {
  const council = formatBy('COUNCIL').toLowerCase();
  return `The group; empty for all. By ${council}, days and spend are divided by the days at the locations used, to the hundredth.`;
}

/** Descriptions of the columns of the CSV file, by their headings. */
export function describeColumns(): Record<string, string> {
  return {
    Year: 'The year of the wrap of the productions.',
    By: `What the sum is grouped by: all, kind of production, ${formatBy('COUNCIL').toLowerCase()}, film office, or kind of spend.`,
    Group: describeGroup(),
    Measure: MEASURE,
    'How Known': HOW_KNOWN,
    Value: 'The sum; empty if it is confidential.',
    Mark: WHY_CONFIDENTIAL,
  };
}

/** Descriptions of a sum in the JSON file, by its keys. */
export function describeKeys(): Record<keyof PublishedSum, string> {
  const formatNames = <Name extends string>(names: readonly Name[], format: (name: Name) => string) =>
    names.map((name) => `${name} (${format(name)})`).join(', ');
  return {
    by: `What the sum is grouped by: ${formatNames(PUBLISHED_GROUPINGS, formatBy)}.`,
    group: describeGroup(),
    measure: `${MEASURE} One of ${formatNames(MEASURE_NAMES, (name) => MEASURES[name])}.`,
    basis: `${HOW_KNOWN} One of ${formatNames(SUM_BASES, formatSumBasis)}.`,
    value: `The sum; null if it is confidential: ${REASON}`,
  };
}
