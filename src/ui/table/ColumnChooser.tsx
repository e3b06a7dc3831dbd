import { useId, useRef, useState } from 'react';
import { ArrowDown, ArrowUp, Grip } from '../icons.tsx';
import { useFocusById } from '../useFocusById.ts';
import { dropMarkerClass, formatMoved, useSortable } from '../useSortable.ts';
import { Popover } from './Popover.tsx';
import type { Column } from './columns.tsx';
import { Columns } from './icons.tsx';
import { useShortcuts } from './shortcuts.ts';
import { DENSITIES, type Density, type LayoutControl, moveColumn, sortColumns, toggleColumn } from './table-layout.ts';
import './column-chooser.css';

const DENSITY_LABELS: Readonly<Record<Density, string>> = { comfortable: 'Comfortable', compact: 'Compact' };

interface ChooserProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly control: LayoutControl;
}

/** The menu of the columns that a list shows, their order, and how high its rows are. */
export function ColumnChooser<Row>({ columns, control }: ChooserProps<Row>) {
  const id = useId();
  useShortcuts([{ key: 'c', label: 'Choose columns', action: () => document.getElementById(id)?.click() }]);
  return (
    <Popover
      id={id}
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
        <div className="column-chooser">
          <ColumnList columns={columns} control={control} />
          <DensityChoice control={control} />
          <button
            type="button"
            className="link column-chooser__reset"
            aria-disabled={control.reset === undefined}
            onClick={() => control.reset?.()}
          >
            Reset columns
          </button>
        </div>
      )}
    </Popover>
  );
}

function ColumnList<Row>({ columns, control }: ChooserProps<Row>) {
  const { layout, change } = control;
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const focusById = useFocusById();
  const [moved, setMoved] = useState('');
  const sorted = sortColumns(columns, layout);
  const move = (name: string, index: number) => {
    const position = sorted.findIndex((column) => column.name === name);
    const to = Math.min(index > position ? index - 1 : index, sorted.length - 1);
    if (to === position) return;
    change(moveColumn(columns, layout, name, index));
    setMoved(formatMoved(sorted[position]!.label, to, sorted.length));
  };
  const { drag, handle } = useSortable(list, move);
  /** Moves a column by one. A button that was moved in the document has lost the focus. */
  const step = (name: string, by: 1 | -1, buttonId: string) => {
    const position = sorted.findIndex((column) => column.name === name);
    move(name, by > 0 ? position + 2 : Math.max(position - 1, 0));
    focusById(buttonId);
  };
  return (
    <>
      <ul ref={list} className="column-list">
        {sorted.map(({ name, label, isAlwaysShown }, index) => (
          <li key={name} className={dropMarkerClass(drag, name, index, sorted.length)}>
            {/* The buttons do the same for keyboards and screen readers. */}
            <span className="drag-handle column-list__handle" aria-hidden {...handle(name)}>
              <Grip small />
            </span>
            <label className="checkbox-row checkbox-row--compact">
              <input
                type="checkbox"
                checked={isAlwaysShown || !layout.hidden.includes(name)}
                disabled={isAlwaysShown}
                onChange={() => change(toggleColumn(layout, name))}
              />
              {label}
            </label>
            {([-1, 1] as const).map((by) => {
              const isPossible = by < 0 ? index > 0 : index < sorted.length - 1;
              const buttonId = `${id}${name}${by}`;
              return (
                <button
                  key={by}
                  id={buttonId}
                  type="button"
                  className="column-list__step"
                  aria-label={`Move ${label} ${by < 0 ? 'earlier' : 'later'}`}
                  aria-disabled={!isPossible}
                  onClick={() => isPossible && step(name, by, buttonId)}
                >
                  {by < 0 ? <ArrowUp small /> : <ArrowDown small />}
                </button>
              );
            })}
          </li>
        ))}
      </ul>
      <p className="visually-hidden" role="status">
        {moved}
      </p>
    </>
  );
}

function DensityChoice({ control: { layout, change } }: { control: LayoutControl }) {
  const name = useId();
  return (
    <fieldset className="column-chooser__density">
      <legend>Rows</legend>
      {DENSITIES.map((density) => (
        <label key={density} className="checkbox-row checkbox-row--compact">
          <input type="radio" name={name} checked={layout.density === density} onChange={() => change({ density })} />
          {DENSITY_LABELS[density]}
        </label>
      ))}
    </fieldset>
  );
}
