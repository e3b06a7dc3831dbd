import { type MouseEvent, type ReactNode, useId, useRef, useState, useSyncExternalStore } from 'react';
import { onStorageChange, readItem, writeItem } from '../browser-storage.ts';
import { ArrowDown, ArrowUp } from '../icons.tsx';
import { type Column, useHiddenColumns } from './columns.tsx';
import { useShortcuts } from './shortcuts.ts';
import type { SortOrder, TableChange } from './table-state.ts';
import './table.css';

interface TableProps<Row> {
  /** What this browser remembers of it goes by this name. */
  readonly name: string;
  /** Says what it lists, where it is read out. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are on their way. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** What a row leads to, if anything; a column Actions then has its link. */
  readonly rowHref?: ((row: Row) => string | undefined) | undefined;
  /** What that link leads to, in words. */
  readonly rowName?: ((row: Row) => string) | undefined;
  /** Called when a link of a row is followed, also into another tab. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  /** What else can be done with a row. */
  readonly rowActions?: ((row: Row) => ReactNode) | undefined;
  readonly sort?: { readonly by: string; readonly order: SortOrder } | undefined;
  readonly hrefFor?: ((change: TableChange) => string) | undefined;
  /** Whether the rows are those of what was asked for before. */
  readonly stale?: boolean | undefined;
  /** Stands in place of rows where there are none. */
  readonly empty: ReactNode;
  /** Where a page has several tables, only one can have the keys. */
  readonly keys?: boolean;
}

/** A table of the back office: it can be sorted, walked through with `j` and `k`, and scrolls in a region of its own. */
export function DataTable<Row>(props: TableProps<Row>) {
  const {
    name,
    caption,
    columns,
    rows,
    rowKey,
    rowHref,
    onOpen,
    rowActions,
    stale = false,
    empty,
    keys = true,
  } = props;
  const captionId = useId();
  const [hidden] = useHiddenColumns(name);
  const region = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useCurrentRow(name, region, rows?.map(rowKey) ?? [], keys);
  const shown = columns.filter((column) => column.isAlwaysShown || !hidden.has(column.name));
  const hasActs = rowHref !== undefined || rowActions !== undefined;
  return (
    // What scrolls has to be reached by whoever scrolls with keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={region} className="table-region" role="region" aria-labelledby={captionId} tabIndex={0}>
      <table className={stale ? 'table is-stale' : 'table'} aria-busy={stale || rows === undefined}>
        <caption id={captionId} className="visually-hidden">
          {caption}
        </caption>
        <thead>
          <tr>
            {shown.map((column) => (
              <Heading key={column.name} column={column} sort={props.sort} hrefFor={props.hrefFor} />
            ))}
            {hasActs && <th scope="col">Actions</th>}
          </tr>
        </thead>
        <tbody>
          {!rows && <LoadingRows columns={shown.length + (hasActs ? 1 : 0)} />}
          {rows?.map((row) => (
            // The link of a row may be out of sight on a phone; the keyboard has Enter and the link itself.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
            <tr
              key={rowKey(row)}
              data-key={rowKey(row)}
              tabIndex={-1}
              className={rowKey(row) === current ? 'is-row' : undefined}
              onFocus={() => setCurrent(rowKey(row))}
              onClick={(event) => {
                if (isOnLink(event)) onOpen?.(row);
                openRow(event);
              }}
              onAuxClick={(event) => {
                if (event.button === MIDDLE_BUTTON && isOnLink(event)) onOpen?.(row);
              }}
            >
              {shown.map((column) => (
                <td key={column.name} className={getCellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
              {hasActs && (
                <td>
                  <div className="table__acts">
                    {rowActions?.(row)}
                    <ViewLink row={row} rowHref={rowHref} rowName={props.rowName} />
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {rows?.length === 0 && <div className="table__none">{empty}</div>}
    </div>
  );
}

const MIDDLE_BUTTON = 1;

function isOnLink({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a') !== null;
}

/** Does as the link of the row, unless something else in it is meant, or text is being marked. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const isOther = target instanceof Element && target.closest('a, button, input, label') !== null;
  if (isOther || getSelection()?.type === 'Range') return;
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
    <th scope="col" className={className} aria-sort={order && IN_WORDS[order]}>
      <a href={hrefFor({ sortBy: name, sortOrder: next })}>
        {label}
        {order === 'asc' && <ArrowUp small />}
        {order === 'desc' && <ArrowDown small />}
      </a>
    </th>
  );
}

const OPPOSITE_ORDER = { asc: 'desc', desc: 'asc' } as const;
const IN_WORDS = { asc: 'ascending', desc: 'descending' } as const;

function LoadingRows({ columns }: { columns: number }) {
  return (
    <tr className="is-loading">
      <td colSpan={columns}>Loading…</td>
    </tr>
  );
}

/**
 * The row that the keys are at. It is kept for the visit, so that it is the same after coming back to the list.
 * @param all the keys of the rows that are shown
 */
function useCurrentRow(
  list: string,
  region: React.RefObject<HTMLElement | null>,
  all: readonly string[],
  hasKeys: boolean,
): readonly [string | undefined, (key: string) => void] {
  const note = `recce.row.${list}`;
  const [chosen, setChosen] = useState<string>();
  const before = useSyncExternalStore(
    onStorageChange,
    () => readItem('sessionStorage', note),
    () => undefined,
  );
  const current = chosen ?? before;
  const choose = (key: string) => {
    setChosen(key);
    writeItem('sessionStorage', note, key);
  };
  const elementOf = (key: string) =>
    [...(region.current?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])].find(
      ({ dataset }) => dataset['key'] === key,
    );
  const move = (by: 1 | -1) => {
    const at = current === undefined ? -1 : all.indexOf(current);
    const key = at < 0 ? all.at(by > 0 ? 0 : -1) : all[at + by];
    const row = key === undefined ? undefined : elementOf(key);
    if (!row || key === undefined) return;
    choose(key);
    (row.querySelector<HTMLElement>('[data-opens]') ?? row).focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  };
  const open = () => {
    if (current !== undefined) elementOf(current)?.querySelector<HTMLElement>('[data-opens]')?.click();
  };
  useShortcuts(
    hasKeys
      ? [
          { key: 'j', label: 'Next row', action: () => move(1) },
          { key: 'k', label: 'Previous row', action: () => move(-1) },
          { key: 'Enter', label: 'Open the row', action: open },
        ]
      : [],
  );
  return [current, choose];
}
