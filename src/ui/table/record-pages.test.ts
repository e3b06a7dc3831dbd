import { expect, test } from 'vitest';
import { TABLE_PAGE_SIZE } from '../../platform/http/paging.ts';
import { type RecordPages, findPage, getPosition, joinPages, listMissingPages } from './record-pages.ts';

const createIds = (count: number) => Array.from({ length: count }, (_, index) => `record ${index + 1}`);
const all = createIds(60);
const readPage = (list: readonly string[], page: number) => ({
  ids: list.slice((page - 1) * TABLE_PAGE_SIZE, page * TABLE_PAGE_SIZE),
  total: list.length,
});
const open = (page: number): RecordPages => ({ ...readPage(all, page), first: page, last: page });
const extend = (known: RecordPages, at: number, list: readonly string[]) =>
  listMissingPages(known, at).reduce((pages, page) => joinPages(pages, page, readPage(list, page)), known);

test('loads neighbours only near the ends of what is known', () => {
  expect(listMissingPages(open(1), 0)).toEqual([]);
  expect(listMissingPages(open(1), 22)).toEqual([]);
  expect(listMissingPages(open(1), 23)).toEqual([1, 2]);
  expect(listMissingPages(open(2), 1)).toEqual([1]);
  expect(listMissingPages(open(3), 9)).toEqual([]);
});

test('goes on before and after the page that was opened', () => {
  const { ids, ...rest } = extend(open(2), 24, all);
  expect([ids, rest]).toEqual([all.slice(25), { first: 2, last: 3, total: 60 }]);
  expect(extend(open(2), 0, all)).toEqual({ ids: all.slice(0, 50), first: 1, last: 2, total: 60 });
  expect(getPosition(open(2), 3)).toBe(29);
});

test('skips nothing when records have left the list meanwhile, and keeps them countable', () => {
  const left = all.filter((_, index) => index >= 10);
  const known = extend(open(1), 24, left);
  expect(known.ids).toEqual(all);
  expect(known.total).toBe(60);
});

test('never counts fewer records than it knows', () => {
  const [short, rest] = [all.slice(0, 26), all.slice(25, 26)];
  const known = extend({ ...readPage(short, 1), first: 1, last: 1 }, 24, rest);
  expect(known).toEqual({ ids: short, first: 1, last: 2, total: 26 });
});

test('ignores a page that is not beside the known ones', () => {
  expect(joinPages(open(1), 3, readPage(all, 3))).toEqual(open(1));
});

test('finds the page of a record that was opened from elsewhere, among the latest first', async () => {
  const loaded: number[] = [];
  const find = (id: string) => {
    loaded.length = 0;
    return findPage(id, async (page) => (loaded.push(page), readPage(all, page)));
  };
  expect(await find('record 3')).toMatchObject({ page: 1, total: 60 });
  expect(await find('record 55')).toMatchObject({ page: 3, ids: all.slice(50) });
  expect(loaded).toEqual([1, 3]);
  expect(await find('record 30')).toMatchObject({ page: 2 });
  expect(await find('decided')).toBeUndefined();
  expect(loaded).toEqual([1, 3, 2]);
});
