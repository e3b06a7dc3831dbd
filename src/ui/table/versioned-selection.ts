import { type RowSelection, useRowSelection } from './row-selection.ts';

interface Reference {
  readonly id: string;
}

/**
 * The selection of rows that are changed as they were when they were selected: its keys have their versions. To the table the key of a row is
 * its id.
 * @param list.name of the list, and what decides which rows match, as text
 * @param list.toReference returns the id of a row with its versions
 */
export function useVersionedSelection<Row extends Reference, Selected extends Reference>(list: {
  name: string;
  query: string;
  rows: readonly Row[];
  toReference: (row: Row) => Selected;
}): RowSelection & { readonly references: readonly Selected[] } {
  const { name, query, rows, toReference } = list;
  const fromKey = (key: string) => JSON.parse(key) as Selected;
  const getKeys = (chosen: readonly string[]) => {
    const seen = new Map(chosen.map((key) => [fromKey(key).id, key]));
    return new Map(rows.map((row) => [row.id, seen.get(row.id) ?? JSON.stringify(toReference(row))]));
  };
  const selection = useRowSelection({ name, query, rows: (chosen) => [...getKeys(chosen).values()], total: 0 });
  const keys = getKeys(selection.selected.keys);
  const getKey = (id: string) => keys.get(id) ?? id;
  return {
    ...selection,
    table: {
      ...selection.table,
      isSelected: (id) => selection.table.isSelected(getKey(id)),
      onToggle: (id, isRange) => selection.table.onToggle(getKey(id), isRange),
    },
    references: selection.selected.keys.map(fromKey),
  };
}
