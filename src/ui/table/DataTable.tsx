import { type MouseEvent, type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { SelectionCell, SelectionHeading } from './SelectionCell.tsx';
import { Sized, TableHeading } from './TableHeading.tsx';
import type { Column } from './columns.tsx';
import type { TableSelection } from './row-selection.ts';
import { useShortcuts } from './shortcuts.ts';
import {
  INITIAL_LAYOUT,
  type LayoutControl,
  type TableLayout,
  arrangeColumns,
  setColumnWidth,
} from './table-layout.ts';
import type { SortOrder, TableChange } from './table-state.ts';
import { useScrollRegion } from './useScrollRegion.ts';
import './table.css';

interface TableProps<Row> {
  /** Key of the table's settings in browser storage. */
  readonly name: string;
  /** Describes the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** The URL of a row's page; adds a column Actions with the link. */
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  /** Text of that link for screen readers. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** Called when a link of a row is followed, also into a new tab. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** Further actions of a row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly sort?: { readonly by: string; readonly order: SortOrder } | undefined;
  readonly hrefFor?: ((change: TableChange) => string) | undefined;
  /** Whether the rows belong to the previous query. */
  readonly stale?: boolean | undefined;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
  /** Adds a column of checkboxes, and the key `x`. */
  readonly selection?: TableSelection | undefined;
  /** Whether the keyboard shortcuts work here. Only one table of a page can have them. */
  readonly keys?: boolean;
  /** The order, visibility and widths of the columns, and the density; without it all are as defined and cannot be changed. */
  readonly layout?: LayoutControl | undefined;
}

/** A sortable table of the back office. `j` and `k` move between rows; it scrolls in its own region. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { name, caption, columns, rows, rowKey, stale = false, empty, keys = true, selection } = props;
  const captionId = useId();
  const region = useRef<HTMLDivElement>(null);
  useScrollRegion(region);
  const { widths, getResize } = useColumnWidths(props.layout);
  const [current, setCurrent] = useCurrentRow(name, region, rows?.map(rowKey) ?? [], keys, selection);
  const layout = props.layout?.layout ?? INITIAL_LAYOUT;
  const shown = arrangeColumns(columns, layout);
  const hasActions = props.rowHref !== undefined || props.rowActions !== undefined;
  return (
    // A scrollable region must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} className="table-region" role="region" aria-labelledby={captionId} tabIndex={0}>
      <table className={getTableClass(stale, layout.density, shown, widths)} aria-busy={stale || rows === undefined}>
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {selection && <SelectionHeading selection={selection} />}
            {shown.map((column) => (
              <TableHeading
                key={column.name}
                column={column}
                sort={props.sort}
                hrefFor={props.hrefFor}
                width={widths[column.name]}
                onResize={getResize?.(column.name)}
              />
            ))}
            {hasActions && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {!rows && <LoadingRows columns={shown.length + (hasActions ? 1 : 0) + (selection ? 1 : 0)} />}
          {rows?.map((row) => (
            <TableRow
              key={rowKey(row)}
              {...props}
              row={row}
              columns={shown}
              widths={widths}
              isCurrent={rowKey(row) === current}
              onFocus={() => setCurrent(rowKey(row))}
            />
          ))}
        </tbody>
      </table>
      {rows?.length === 0 && <div className="table__empty">{empty}</div>}
    </div>
  );
}

type RowProps<Row> = Pick<
  TableProps<Row>,
  'columns' | 'rowKey' | 'rowHref' | 'rowName' | 'onOpen' | 'rowActions' | 'selection'
>;

function TableRow<Row>(
  props: RowProps<Row> & { row: Row; widths: TableLayout['widths']; isCurrent: boolean; onFocus: () => void },
) {
  const { row, columns, widths, rowHref, rowActions, onOpen, selection } = props;
  const key = props.rowKey(row);
  return (
    // A click on the row helps on a phone, where its link may be scrolled out of view. Keyboard users have Enter and the link.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <tr
      data-key={key}
      tabIndex={-1}
      className={props.isCurrent ? 'is-row' : undefined}
      onFocus={props.onFocus}
      onClick={(event) => {
        if (isOnLink(event)) onOpen?.(row);
        openRow(event);
      }}
      onAuxClick={(event) => {
        if (event.button === MIDDLE_BUTTON && isOnLink(event)) onOpen?.(row);
      }}
    >
      {selection && <SelectionCell selection={selection} rowKey={key} name={props.rowName?.(row) ?? key} />}
      {columns.map((column) => (
        <td key={column.name} className={getCellClass(column, widths[column.name])}>
          <Sized width={widths[column.name]}>{column.cell(row)}</Sized>
        </td>
      ))}
      {(rowHref !== undefined || rowActions !== undefined) && (
        <td>
          <div className="table__actions">
            {rowActions?.(row)}
            <ViewLink row={row} rowHref={rowHref} rowName={props.rowName} />
          </div>
        </td>
      )}
    </tr>
  );
}

const MIDDLE_BUTTON = 1;

function isOnLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** Follows the link of the row, unless another control was clicked or text is selected. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const isControl = target instanceof Element && target.closest('a, button, input, label') !== null;
  if (isControl || getSelection()?.type === 'Range') return;
  currentTarget.querySelector<HTMLElement>('[data-opens]')?.click();
}

function getCellClass<Row>({ grow, align }: Column<Row>, width: number | undefined): string | undefined {
  const classes = [grow && 'grow', width !== undefined && 'is-sized', align === 'end' && 'right'];
  return classes.filter(Boolean).join(' ') || undefined;
}

/** In a table whose columns have set widths, the growing column takes the remaining width, or else the last one. */
function getTableClass<Row>(
  isStale: boolean,
  density: TableLayout['density'],
  columns: readonly Column<Row>[],
  widths: TableLayout['widths'],
): string {
  const isSized = columns.some(({ name }) => widths[name] !== undefined);
  const grows = columns.some(({ name, grow }) => grow && widths[name] === undefined);
  const classes = [
    isStale && 'is-stale',
    density === 'compact' && 'table--compact',
    isSized && (grows ? 'table--sized' : 'table--sized table--filled'),
  ];
  return ['table', ...classes].filter(Boolean).join(' ');
}

/** The widths of the columns, and for each column the function that sets its width. While a handle is dragged nothing is stored. */
function useColumnWidths(control: LayoutControl | undefined) {
  const [dragged, setDragged] = useState<{ readonly name: string; readonly width: number }>();
  const layout = control?.layout ?? INITIAL_LAYOUT;
  const { widths } = dragged ? setColumnWidth(layout, dragged.name, dragged.width) : layout;
  const getResize =
    control &&
    ((name: string) => (width: number | undefined, isFinal: boolean) => {
      setDragged(isFinal || width === undefined ? undefined : { name, width });
      if (isFinal) control.change(setColumnWidth(layout, name, width));
    });
  return { widths, getResize };
}

function ViewLink<Row>({ row, rowHref, rowName }: { row: Row } & Pick<TableProps<Row>, 'rowHref' | 'rowName'>) {
  const href = rowHref?.(row);
  if (href === undefined) return null;
  return (
    <a className="link" href={href} data-opens>
      View{rowName && <span className="visually-hidden"> {rowName(row)}</span>}
    </a>
  );
}

function LoadingRows({ columns }: { columns: number }) {
  return (
    <tr className="is-loading">
      <td colSpan={columns}>Loading…</td>
    </tr>
  );
}

/**
 * The current row of the keyboard shortcuts. Saved in the session, so that it is restored on return to the list.
 * @param all keys of the rows on this page
 */
function useCurrentRow(
  list: string,
  region: React.RefObject<HTMLElement | null>,
  all: readonly string[],
  hasKeys: boolean,
  selection: TableSelection | undefined,
): readonly [string | undefined, (key: string) => void] {
  const storageKey = `recce.row.${list}`;
  const [chosen, setChosen] = useState<string>();
  const saved = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', storageKey),
    () => undefined,
  );
  const current = chosen ?? saved;
  const choose = (key: string) => {
    setChosen(key);
    writeItem('sessionStorage', storageKey, key);
  };
  const findRow = (key: string) =>
    [...(region.current?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])].find(
      ({ dataset }) => dataset['key'] === key,
    );
  const move = (by: 1 | -1) => {
    const at = current === undefined ? -1 : all.indexOf(current);
    const key = at < 0 ? all.at(by > 0 ? 0 : -1) : all[at + by];
    const row = key === undefined ? undefined : findRow(key);
    if (!row || key === undefined) return;
    choose(key);
    (row.querySelector<HTMLElement>('[data-opens]') ?? row).focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  const open = () => {
    if (current !== undefined) findRow(current)?.querySelector<HTMLElement>('[data-opens]')?.click();
  };
  const toggle = ({ onToggle }: TableSelection) => {
    if (current !== undefined && all.includes(current)) onToggle(current, false);
  };
  useShortcuts(
    hasKeys
      ? [
          { key: 'j', label: 'Next row', action: () => move(1) },
          { key: 'k', label: 'Previous row', action: () => move(-1) },
          { key: 'Enter', label: 'Open the row', action: open },
          ...(selection ? [{ key: 'x', label: 'Select the row', action: () => toggle(selection) }] : []),
        ]
      : [],
  );
  return [current, choose];
}
