import { BASES } from '../schema.ts';
import { formatGrouping } from '../yearly/format-grouping.ts';
import { CONFIDENTIAL, MAX_SHARE, MIN_PRODUCTIONS, type PublishedGrouping, type SumBasis } from './schema.ts';

/** What a sum is grouped by, in the words of the region. */
export function formatBy(by: PublishedGrouping): string {
  return by === 'SPEND' ? 'Kind of spend' : formatGrouping(by);
}

export function formatSumBasis(basis: SumBasis): string {
  return basis === 'ALL' ? 'All' : BASES[basis];
}

/** Why sums are confidential. */
export const WHY_CONFIDENTIAL = `${CONFIDENTIAL} stands for a confidential number: it rests on fewer than ${MIN_PRODUCTIONS} productions, more than ${MAX_SHARE * 100} % of it is of one production, or another confidential number would follow from it.`;

export const HOW_KNOWN =
  'Declared figures come from the productions, measured ones from the office, and estimated ones from formulas whose sources are given. Figures that are not known are not in the sums: where none is known, the sum is 0.';

/** Descriptions of the columns of the data, by their headings in the CSV file. */
export function describeColumns(): Record<string, string> {
  return {
    Year: 'The year of the wrap of the productions.',
    By: `What the sum is grouped by: all, kind of production, ${formatBy('COUNCIL').toLowerCase()}, film office, or kind of spend.`,
    Group: 'The group; empty for all. Days and spend are divided by the days at the locations used.',
    Measure:
      'Productions that have filmed, shooting days, local crew in people, the days of local crew, or spend in whole units of the currency.',
    'How Known': HOW_KNOWN,
    Value: 'The sum; empty, or null in JSON, if it is confidential.',
    Mark: WHY_CONFIDENTIAL,
  };
}
