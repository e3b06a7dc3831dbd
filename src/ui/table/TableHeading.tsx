import { type CSSProperties, type ReactNode, useRef } from 'react';
import { ArrowDown, ArrowUp } from '../icons.tsx';
import { ColumnResizer } from './ColumnResizer.tsx';
import type { Column } from './columns.tsx';
import type { SortOrder, TableChange } from './table-state.ts';

const OPPOSITE_ORDER = { asc: 'desc', desc: 'asc' } as const;
const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const;

/**
 * The heading of a column: a link that sorts by it, where that is possible, and a handle that sets its width.
 * @param props.width the width of the column in pixels; undefined for that of its content
 * @param props.onResize sets the width; without it there is no handle
 */
export function TableHeading<Row>(props: {
  column: Column<Row>;
  sort: { readonly by: string; readonly order: SortOrder } | undefined;
  hrefFor: ((change: TableChange) => string) | undefined;
  width: number | undefined;
  onResize: ((width: number | undefined, isFinal: boolean) => void) | undefined;
}) {
  const { column, sort, hrefFor, width, onResize } = props;
  const { name, label, hasHiddenHeading, align } = column;
  const cell = useRef<HTMLTableCellElement>(null);
  const order = sort?.by === name ? sort.order : undefined;
  const isResizable = onResize !== undefined && !hasHiddenHeading;
  return (
    <th
      ref={cell}
      scope="col"
      className={[align === 'end' && 'right', isResizable && 'is-resizable'].filter(Boolean).join(' ') || undefined}
      aria-sort={order && ARIA_SORT[order]}
      // Otherwise the accessible name would include the handle.
      aria-label={isResizable ? label : undefined}
    >
      <Sized width={width}>
        <HeadingText column={column} order={order} hrefFor={hrefFor} />
      </Sized>
      {isResizable && <ColumnResizer label={label} width={width} cell={cell} onResize={onResize} />}
    </th>
  );
}

/** The content of a cell, cut off at the width of its column if that is set. */
export function Sized({ width, children }: { width: number | undefined; children: ReactNode }) {
  if (width === undefined) return children;
  return (
    <div className="table__sized" style={{ '--width': `${width}px` } as CSSProperties}>
      {children}
    </div>
  );
}

function HeadingText<Row>(props: {
  column: Column<Row>;
  order: SortOrder | undefined;
  hrefFor: ((change: TableChange) => string) | undefined;
}) {
  const { column, order, hrefFor } = props;
  const { name, label, sort, hasHiddenHeading } = column;
  if (!sort || !hrefFor) return hasHiddenHeading ? <span className="visually-hidden">{label}</span> : label;
  const next = order === undefined ? sort : OPPOSITE_ORDER[order];
  return (
    <a href={hrefFor({ sortBy: name, sortOrder: next })}>
      {label}
      {order === 'asc' && <ArrowUp small />}
      {order === 'desc' && <ArrowDown small />}
    </a>
  );
}
