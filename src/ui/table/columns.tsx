import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Popover } from './Popover.tsx';
import { Columns } from './icons.tsx';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';

/** A column of a table, as data. */
export interface Column<Row> {
  /** The name in API calls, where the table can be sorted by it. */
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Sort order of the first click on the heading; without it the column cannot be sorted. */
  readonly sort?: 'asc' | 'desc';
  /** Takes the remaining width and wraps its lines. */
  readonly grow?: true;
  readonly align?: 'end';
  /** Its heading is visually hidden. */
  readonly hasHiddenHeading?: true;
  /** Cannot be hidden, because it identifies the row. */
  readonly isAlwaysShown?: true;
}

/** Returns the hidden columns of a list, saved in this browser, and a function that toggles one. */
export function useHiddenColumns(list: string): readonly [ReadonlySet<string>, (column: string) => void] {
  const name = `recce.columns.${list}`;
  const text = useSyncExternalStore(
    onStorageChange,
    () => readItem('localStorage', name) ?? '',
    () => '',
  );
  const hidden = useMemo(() => new Set(text.split(' ').filter(Boolean)), [text]);
  const toggle = (column: string) => {
    const next = new Set(hidden);
    if (!next.delete(column)) next.add(column);
    writeItem('localStorage', name, [...next].join(' ') || undefined);
  };
  return [hidden, toggle];
}

/** The menu of the columns that a list shows. */
export function ColumnChooser<Row>({ list, columns }: { list: string; columns: readonly Column<Row>[] }) {
  const [hidden, toggle] = useHiddenColumns(list);
  return (
    <Popover
      label="Columns"
      className="button button--compact"
      side="right"
      button={
        <>
          <Columns small /> Columns
        </>
      }
    >
      {() => (
        <ul>
          {columns
            .filter(({ isAlwaysShown }) => !isAlwaysShown)
            .map(({ name, label }) => (
              <li key={name}>
                <label className="checkbox-row checkbox-row--compact">
                  <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
                  {label}
                </label>
              </li>
            ))}
        </ul>
      )}
    </Popover>
  );
}
