import { describe, expect, test } from 'vitest';
import type { ListDefinition } from '../../ui/table/table-state.ts';
import {
  applyTableChange,
  parseTableSearch,
  parseViewSearch,
  toTableSearch,
  toViewSearch,
} from './table-search-params.ts';

const LIST: ListDefinition = {
  name: 'test',
  path: '/admin/test',
  columns: ['id', 'name'],
  sort: { by: 'id', order: 'desc' },
  filters: [
    { field: 'status', label: 'Status', kind: 'options', options: [option('live'), option('new')] },
    { field: 'kind', label: 'Kind', kind: 'options', single: true, initial: 'a', options: [option('a'), option('b')] },
    { field: 'town', label: 'Town', kind: 'text' },
    { field: 'setting', label: 'Setting', kind: 'options' },
    { field: 'changed', label: 'Changed', kind: 'date-range' },
    { field: 'visible', label: 'Visible', kind: 'yes-no-null' },
    { field: 'spaces', label: 'Spaces', kind: 'number-range' },
  ],
};
const INITIAL = { page: 1, query: '', sortBy: 'id', sortOrder: 'desc', filters: { kind: ['a'] } };

function option(value: string) {
  return { value, label: value.toUpperCase() };
}

describe('URL of a list', () => {
  test('has the defaults of the list without parameters', () => {
    expect(parseTableSearch({}, LIST)).toEqual(INITIAL);
    expect(toTableSearch(parseTableSearch({}, LIST), LIST)).toEqual({});
  });

  test('survives a round trip', () => {
    const search = {
      query: 'mill',
      status: ['live', 'new'],
      kind: 'b',
      town: 'Oban',
      setting: 'Rural',
      changed: '2026-01-01..2026-02-28',
      visible: ['true', 'null'],
      spaces: '10..',
      sortBy: 'name',
      sortOrder: 'asc',
      page: 3,
    };
    expect(roundTrip(search)).toEqual(search);
  });

  test.each([
    { page: '-1' },
    { page: 'x' },
    { sortBy: 'secret' },
    { sortOrder: 'sideways' },
    { status: 'nonsense' },
    { kind: ['c'] },
    { changed: 'yesterday' },
    { changed: '2026-02-31..' },
    { changed: '..' },
    { visible: 'perhaps' },
    { spaces: '..' },
    { spaces: '1.5..2' },
    { town: '' },
    { other: 'thing' },
  ])('ignores the invalid %o', (search) => {
    expect(roundTrip(search)).toEqual({});
  });

  test('uses the first of several values of a single-value filter', () => {
    expect(roundTrip({ kind: ['b', 'a'], town: ['Oban', 'Elgin'] })).toEqual({ kind: 'b', town: 'Oban' });
  });
});

const roundTrip = (search: Readonly<Record<string, unknown>>) => toTableSearch(parseTableSearch(search, LIST), LIST);

describe('change of a list', () => {
  const state = parseTableSearch({ page: 4, status: 'live', town: 'Oban', sortBy: 'name' }, LIST);

  test('keeps the other filters and resets the page when a filter changes', () => {
    expect(applyTableChange(state, { filters: { status: ['new'] } })).toEqual({
      ...state,
      page: 1,
      filters: { ...state.filters, status: ['new'] },
    });
  });

  test('changes only the page', () => {
    expect(applyTableChange(state, { page: 5 })).toEqual({ ...state, page: 5 });
  });

  test('removes an empty filter', () => {
    expect(toTableSearch(applyTableChange(state, { filters: { status: [], town: [] } }), LIST)).toEqual({
      sortBy: 'name',
      sortOrder: 'desc',
    });
  });
});

describe('URL of a list with a view', () => {
  const view = {
    id: 'v1',
    search: { town: 'Oban', status: ['live', 'gone'], nowhere: 'x', sortBy: 'name', sortOrder: 'asc' },
  };
  const state = {
    page: 1,
    query: '',
    sortBy: 'name',
    sortOrder: 'asc',
    filters: { town: ['Oban'], status: ['live'], kind: ['a'] },
  };
  const open = (search: Readonly<Record<string, unknown>>) => parseViewSearch({ view: 'v1', ...search }, LIST, view);

  test('has the query of the view, without what the list no longer has, and the page of the URL', () => {
    expect(open({})).toEqual(state);
    expect(open({ page: 2 })).toEqual({ ...state, page: 2 });
    expect(toViewSearch(open({ page: 2 }), LIST, view)).toEqual({ view: 'v1', page: 2 });
  });

  test('ignores the view if the URL has a query', () => {
    const changed = applyTableChange(open({}), { filters: { town: [] } });
    const search = toViewSearch(changed, LIST, view);
    expect(search).toEqual({ view: 'v1', status: 'live', sortBy: 'name', sortOrder: 'asc' });
    expect(open(search)).toEqual({ ...state, filters: { status: ['live'], kind: ['a'] } });
  });

  test('distinguishes the list without filters from the view', () => {
    const search = toViewSearch(parseTableSearch({}, LIST), LIST, view);
    expect(search).toEqual({ view: 'v1', sortBy: 'id', sortOrder: 'desc' });
    expect(open(search)).toEqual(INITIAL);
  });

  test('is that of the list where there is no view', () => {
    expect(parseViewSearch({ town: 'Oban' }, LIST, undefined)).toEqual(parseTableSearch({ town: 'Oban' }, LIST));
    expect(toViewSearch(parseTableSearch({ town: 'Oban' }, LIST), LIST, undefined)).toEqual({ town: 'Oban' });
  });
});
