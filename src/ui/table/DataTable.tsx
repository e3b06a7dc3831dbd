import { type MouseEvent, type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { ArrowDown, ArrowUp } from '../icons.tsx';
import { SelectionCell, SelectionHeading } from './SelectionCell.tsx';
import { type Column, useHiddenColumns } from './columns.tsx';
import type { TableSelection } from './row-selection.ts';
import { useShortcuts } from './shortcuts.ts';
import type { SortOrder, TableChange } from './table-state.ts';
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
  /** The address of a row's page; adds a column Actions with the link. */
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
}

/** A sortable table of the back office. `j` and `k` move between rows; it scrolls in its own region. */
export function DataTable<Row>(props: TableProps<Row>) {
  const { name, caption, columns, rows, rowKey, stale = false, empty, keys = true, selection } = props;
  const captionId = useId();
  const [hidden] = useHiddenColumns(name);
  const region = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useCurrentRow(name, region, rows?.map(rowKey) ?? [], keys, selection);
  const shown = columns.filter((column) => column.isAlwaysShown || !hidden.has(column.name));
  const hasActions = props.rowHref !== undefined || props.rowActions !== undefined;
  return (
    // A scrollable region must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} className="table-region" role="region" aria-labelledby={captionId} tabIndex={0}>
      <table className={stale ? 'table is-stale' : 'table'} aria-busy={stale || rows === undefined}>
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {selection && <SelectionHeading selection={selection} />}
            {shown.map((column) => (
              <Heading key={column.name} column={column} sort={props.sort} hrefFor={props.hrefFor} />
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

function TableRow<Row>(props: RowProps<Row> & { row: Row; isCurrent: boolean; onFocus: () => void }) {
  const { row, columns, rowHref, rowActions, onOpen, selection } = props;
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
        <td key={column.name} className={getCellClass(column)}>
          {column.cell(row)}
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

function getCellClass<Row>({ grow, align }: Column<Row>): string | undefined {
  return [grow && 'grow', align === 'end' && 'right'].filter(Boolean).join(' ') || undefined;
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

function Heading<Row>(props: { column: Column<Row> } & Pick<TableProps<Row>, 'sort' | 'hrefFor'>) {
  const { column, sort, hrefFor } = props;
  const { name, label, hasHiddenHeading, align } = column;
  const className = align === 'end' ? 'right' : undefined;
  if (!column.sort || !hrefFor)
    return (
      <th scope="col" className={className}>
        {hasHiddenHeading ? <span className="visually-hidden">{label}</span> : label}
      </th>
    );
  const order = sort?.by === name ? sort.order : undefined;
  const next = order === undefined ? column.sort : OPPOSITE_ORDER[order];
  return (
    <th scope="col" className={className} aria-sort={order && ARIA_SORT[order]}>
      <a href={hrefFor({ sortBy: name, sortOrder: next })}>
        {label}
        {order === 'asc' && <ArrowUp small />}
        {order === 'desc' && <ArrowDown small />}
      </a>
    </th>
  );
}

const OPPOSITE_ORDER = { asc: 'desc', desc: 'asc' } as const;
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

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
