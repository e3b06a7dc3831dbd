import { expect, test } from 'vitest';
import { TABLE_PAGE_SIZE } from '../../../../platform/http/paging.ts';
import { selectPages } from './content-list.tsx';

const ABOUT = { name: 'about', title: 'About', system: true, publishedAt: '2026-11-01T12:00:00Z', draftAt: null };
const CREW = {
  name: 'crew',
  title: 'Finding a crew',
  system: false,
  publishedAt: '2026-11-02T12:00:00Z',
  draftAt: '2026-11-05T12:00:00Z',
};
const WINTER = {
  name: 'winter',
  title: 'Filming in winter',
  system: false,
  publishedAt: null,
  draftAt: '2026-11-03T12:00:00Z',
};
const STATE = { page: 1, query: '', sortBy: 'title', sortOrder: 'asc', filters: {} } as const;
const select = (state: Partial<Parameters<typeof selectPages>[1]>) =>
  selectPages([WINTER, ABOUT, CREW], { ...STATE, ...state }).data.map(({ name }) => name);

test.each([
  [{}, ['about', 'winter', 'crew']],
  [{ sortBy: 'changed', sortOrder: 'desc' }, ['crew', 'winter', 'about']],
  [{ query: 'a FIN' }, ['crew']],
  [{ query: 'winter' }, ['winter']],
  [{ filters: { kind: ['Custom page'] } }, ['winter', 'crew']],
  [{ filters: { state: ['Draft', 'Published'] } }, ['about', 'winter']],
  [{ filters: { kind: ['System page'], state: ['Draft'] } }, []],
] as const)('selects pages by %j', (state, names) => {
  expect(select(state)).toEqual(names);
});

test('shows a part of many pages', () => {
  const pages = Array.from({ length: TABLE_PAGE_SIZE + 2 }, (_, n) => ({ ...ABOUT, name: `page-${100 + n}` }));
  const { data, total } = selectPages(pages, { ...STATE, page: 2 });
  expect([data.map(({ name }) => name), total]).toEqual([['page-125', 'page-126'], pages.length]);
});
