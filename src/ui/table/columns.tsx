import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Popover } from './Popover.tsx';
import { Columns } from './icons.tsx';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';

/** A column of a table, as data. */
export interface Column<Row> {
  /** What calls name it by, where it can be sorted by. */
  readonly name: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Whether the table can be sorted by it, and the order that a first press gives. */
  readonly sort?: 'asc' | 'desc';
  /** Takes the room that is left, and breaks its lines. */
  readonly grow?: true;
  readonly align?: 'end';
  /** Its heading is only read out. */
  readonly hasHiddenHeading?: true;
  /** Cannot be hidden, as it says what the row is. */
  readonly isAlwaysShown?: true;
}

/** The columns of a list that this browser does not show, and what hides or shows one. */
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

/** Chooses which columns a list shows. */
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
