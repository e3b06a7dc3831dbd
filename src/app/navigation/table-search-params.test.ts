import { describe, expect, test } from 'vitest';
import type { ListDefinition } from '../../ui/table/table-state.ts';
import { applyTableChange, parseTableSearch, toTableSearch } from './table-search-params.ts';

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

describe('address of a list', () => {
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

  test('removes an empty filter from the address', () => {
    expect(toTableSearch(applyTableChange(state, { filters: { status: [], town: [] } }), LIST)).toEqual({
      sortBy: 'name',
      sortOrder: 'desc',
    });
  });
});
