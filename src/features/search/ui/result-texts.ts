import { PAGE_SIZE, type SearchOrder } from '../schema.ts';
import type { QuerySummary } from '../query-parsing/query-summary.ts';
import { getLocale } from '../../../platform/text/locale.ts';
import { formatCount, formatNumber, formatRange } from '../../../platform/text/numbers.ts';

export function formatLocationCount(total: number): string {
  return formatCount(total, 'location');
}

const ORDERS: Readonly<Record<SearchOrder, string>> = {
  newest: 'newest first',
  nearest: 'nearest first',
  title: 'sorted by title',
};

/** Announcement of changed results: their number, and their order unless it is the best match first. */
export function formatResultStatus(total: number, order: SearchOrder | undefined): string {
  return order ? `${formatLocationCount(total)}, ${ORDERS[order]}` : formatLocationCount(total);
}

/** 'Displaying X - Y of N locations'. */
export function formatResultRange(page: number, total: number): string {
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.min(total, page * PAGE_SIZE);
  return formatRange(first, last, formatLocationCount(total));
}

/** The line above results that are only similar. @param fitting the number of results before them, on all pages */
export function describeSimilar(fitting: number): string {
  return fitting === 0
    ? 'No location has all of this. These are similar:'
    : `${formatLocationCount(fitting)} ${fitting === 1 ? 'has' : 'have'} all of this. These are similar:`;
}

/** Describes which words the results match, when they need not match all. */
export function describeDropped({ parts, matchingAll }: QuerySummary): string {
  const kept = parts.filter(({ dropped, excluded }) => !dropped && !excluded).map(({ text }) => `‘${text}’`);
  const matched = new Intl.ListFormat(getLocale().language, { type: 'conjunction' }).format(kept);
  if (!matchingAll) return `No location matches every word: these match ${matched}.`;
  return matchingAll === 1
    ? `One location matches every word: the others match ${matched}.`
    : `${formatNumber(matchingAll)} locations match every word: the others match ${matched}.`;
}
