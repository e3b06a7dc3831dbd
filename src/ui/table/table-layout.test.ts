import { describe, expect, test } from 'vitest';
import {
  INITIAL_LAYOUT,
  arrangeColumns,
  isSameLayout,
  moveColumn,
  parseLayout,
  setColumnWidth,
  sortColumns,
  toggleColumn,
} from './table-layout.ts';

const COLUMNS = [{ name: 'id', isAlwaysShown: true }, { name: 'title' }, { name: 'town' }, { name: 'date' }] as const;
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(' ');
const withOrder = (...order: string[]) => ({ ...INITIAL_LAYOUT, order });

describe('columns of a layout', () => {
  test('are in its order; unknown ones are ignored, and new ones stay behind their neighbour', () => {
    expect(names(sortColumns(COLUMNS, INITIAL_LAYOUT))).toBe('id title town date');
    expect(names(sortColumns(COLUMNS, withOrder('date', 'gone', 'title', 'id')))).toBe('date title town id');
    expect(names(sortColumns(COLUMNS, withOrder('town')))).toBe('id title town date');
  });

  test('are visible unless hidden; one that identifies the row is always visible', () => {
    expect(names(arrangeColumns(COLUMNS, { ...INITIAL_LAYOUT, hidden: ['id', 'town', 'gone'] }))).toBe('id title date');
  });

  test('move before another one, to the end, and back to the initial order', () => {
    const first = moveColumn(COLUMNS, INITIAL_LAYOUT, 'date', 0);
    expect(first.order).toEqual(['date', 'id', 'title', 'town']);
    expect(moveColumn(COLUMNS, INITIAL_LAYOUT, 'id', 4).order).toEqual(['title', 'town', 'date', 'id']);
    expect(moveColumn(COLUMNS, { ...INITIAL_LAYOUT, ...first }, 'date', 4)).toEqual({ order: [] });
  });

  test('have widths within limits, and none again', () => {
    const { widths } = setColumnWidth(INITIAL_LAYOUT, 'title', 3.6);
    expect(widths).toEqual({ title: 48 });
    expect(setColumnWidth({ ...INITIAL_LAYOUT, widths }, 'title', undefined)).toEqual({ widths: {} });
  });
});

test('two layouts are the same, however they came about', () => {
  const one = { ...INITIAL_LAYOUT, hidden: ['b', 'a'], widths: { a: 50, b: 60 } };
  const other = {
    ...INITIAL_LAYOUT,
    ...toggleColumn({ ...INITIAL_LAYOUT, hidden: ['b'] }, 'a'),
    widths: { b: 60, a: 50 },
  };
  expect(isSameLayout(one, other)).toBe(true);
  expect(isSameLayout(one, { ...other, density: 'compact' })).toBe(false);
});

test.each(['', 'null', '[]', 'town date', '{"hidden":3,"order":[1],"widths":{"a":"wide","b":4},"density":"huge"}'])(
  'the stored %o is the initial layout',
  (text) => {
    expect(parseLayout(text)).toEqual(INITIAL_LAYOUT);
  },
);

test('a layout survives being stored', () => {
  const layout = { hidden: ['a'], order: ['b', 'a'], widths: { b: 90 }, density: 'compact' } as const;
  expect(parseLayout(JSON.stringify(layout))).toEqual(layout);
});
