import { expect, test } from 'vitest';
import { groupBySection } from './group-by-section.ts';

/** A board with two locations on a page. @param counts locations without a section, and of each section */
function getPage(counts: readonly number[], current_page: number) {
  const ids = counts.flatMap((count, n) => Array<string | null>(count).fill(n === 0 ? null : `s${n}`));
  const data = ids.map((section_id) => ({ section_id })).slice(2 * (current_page - 1), 2 * current_page);
  return groupBySection({
    sections: counts.slice(1).map((count, n) => ({ id: `s${n + 1}`, count })),
    locations: { data, total: ids.length, current_page, per_page: 2 },
  }).map(({ section, items, start }) => [section?.id, items.length, start]);
}

test('each page has the sections of its locations', () => {
  expect(getPage([1, 2, 1], 1)).toEqual([
    [undefined, 1, 0],
    ['s1', 1, 1],
  ]);
  expect(getPage([1, 2, 1], 2)).toEqual([
    ['s1', 1, 1],
    ['s2', 1, 3],
  ]);
});

test('a section without locations is on one page, between its neighbours', () => {
  expect(getPage([2, 0, 2, 0], 1)).toEqual([[undefined, 2, 0]]);
  expect(getPage([2, 0, 2, 0], 2)).toEqual([
    ['s1', 0, 2],
    ['s2', 2, 2],
    ['s3', 0, 4],
  ]);
  expect(getPage([0, 0, 0], 1)).toEqual([
    ['s1', 0, 0],
    ['s2', 0, 0],
  ]);
});
