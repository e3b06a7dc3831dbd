import { formatNumber } from '../../../platform/text/numbers.ts';
import { formatMoney } from '../../geography/region-rules.ts';
import type { NumbersTable } from '../yearly/tables.ts';
import { formatBy, formatSumBasis } from './format.ts';
import {
  CONFIDENTIAL,
  MEASURES,
  MEASURE_NAMES,
  PUBLISHED_GROUPINGS,
  type PublishedImpact,
  type PublishedSum,
  SUM_BASES,
} from './schema.ts';

/** The tables of a published year: one of each measure in each grouping, under a row of all. */
export function listPublishedTables({ sums }: Pick<PublishedImpact, 'sums'>): NumbersTable[] {
  return MEASURE_NAMES.flatMap((measure) => {
    const ofMeasure = sums.filter((sum) => sum.measure === measure);
    const total = ofMeasure.filter(({ by }) => by === 'TOTAL');
    const bases = SUM_BASES.filter((basis) => total.some((sum) => sum.basis === basis));
    return PUBLISHED_GROUPINGS.filter((by) => by !== 'TOTAL').flatMap((by) => {
      const grouped = ofMeasure.filter((sum) => sum.by === by);
      const groups = [...new Set(grouped.map(({ group }) => group))];
      if (groups.length === 0) return [];
      return {
        caption: `${MEASURES[measure]} by ${formatBy(by).toLowerCase()}`,
        columns: [formatBy(by), ...(bases.length > 1 ? bases.map(formatSumBasis) : [MEASURES[measure]])],
        rows: [
          { label: 'All', cells: total.map(formatSum) },
          ...groups.map((group) => ({
            label: group,
            cells: grouped.filter((sum) => sum.group === group).map(formatSum),
          })),
        ],
      };
    });
  });
}

function formatSum({ measure, value }: PublishedSum): string {
  if (value === null) return CONFIDENTIAL;
  return measure === 'SPEND' ? formatMoney(value) : formatNumber(value);
}
