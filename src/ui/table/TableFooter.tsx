import { Pagination } from '../Pagination.tsx';
import type { TableChange } from './table-state.ts';

/** What a list counts, as one and as many. */
export type Noun = readonly [one: string, many: string];

/** A number of things in words, as '1,284 locations'. */
export function formatCount(total: number, [one, many]: Noun): string {
  return `${total.toLocaleString('en-GB')} ${total === 1 ? one : many}`;
}

/** Below a list: which part of it is shown, and the ways to the others. */
export function TableFooter(props: {
  page: number;
  total: number;
  size: number;
  noun: Noun;
  hrefFor: (change: TableChange) => string;
}) {
  const { page, total, size, noun, hrefFor } = props;
  const from = (page - 1) * size + 1;
  if (total === 0) return null;
  return (
    <div className="table-footer">
      <span className="num">
        {from > total
          ? `There are ${formatCount(total, noun)}`
          : `Displaying ${from.toLocaleString('en-GB')} - ${Math.min(page * size, total).toLocaleString('en-GB')} of ${formatCount(total, noun)}`}
      </span>
      <Pagination current={page} total={total} size={size} to={{ href: (to) => hrefFor({ page: to }) }} />
    </div>
  );
}
