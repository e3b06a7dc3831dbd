import { maskRevision } from './page-furniture.ts';
import type { Row } from './pdf-rows.ts';

/** Rows at the upper and lower end of a page that may be headers or footers. */
const ROWS = 2;
const MIN_PAGES = 3;
/** Share of the pages on which a header without a page number stands. */
const SHARE = 0.6;
/** Positions of a header may differ by this many points. */
const SAME_POSITION = 4;

interface PageEnd {
  readonly row: Row;
  readonly page: number;
}

/**
 * Finds the headers and footers of pages: what stands at the same place on many of them with the page number, or on most of them. A heading
 * with which many pages begin is none.
 */
export function findRunningHeads(pages: readonly (readonly Row[])[]): (row: Row) => boolean {
  const groups = new Map<string, PageEnd[]>();
  const found = new Set<Row>();
  for (const [page, rows] of pages.entries()) {
    for (const row of new Set([...rows.slice(0, ROWS), ...rows.slice(-ROWS)])) {
      if (isNumberOnly(row)) found.add(row);
      const key = toKey(row);
      const group = groups.get(key);
      if (group) group.push({ row, page });
      else groups.set(key, [{ row, page }]);
    }
  }
  for (const group of groups.values()) {
    if (group.length < Math.min(MIN_PAGES, Math.max(2, pages.length - 1))) continue;
    if (hasPageNumber(group) || isOnMostPages(group, pages.length)) for (const { row } of group) found.add(row);
  }
  return (row) => found.has(row);
}

/** Says whether the header without a page number stands on most pages. */
function isOnMostPages(group: readonly PageEnd[], pages: number): boolean {
  const text = toText(group[0]!.row);
  return group.length >= pages * SHARE && group.every(({ row }) => toText(row) === text);
}

function isNumberOnly(row: Row): boolean {
  return row.length === 1 && /^\d{1,4}[A-Z]?\.?$/.test(row[0].text);
}

/** The same for headers that differ in numbers and the colour of a revision only. */
function toKey(row: Row): string {
  return `${Math.round(row[0].top / SAME_POSITION)} ${maskRevision(toText(row))}`;
}

function toText(row: Row): string {
  return row.map(({ text }) => text).join(' ');
}

/** Says whether one of the numbers in the headers grows with the pages. */
function hasPageNumber(group: readonly PageEnd[]): boolean {
  const differences = group.map(({ row, page }) =>
    (toText(row).match(/\d+/g) ?? []).map((number) => Number(number) - page),
  );
  return (differences[0] ?? []).some((difference, index) => differences.every((other) => other[index] === difference));
}
