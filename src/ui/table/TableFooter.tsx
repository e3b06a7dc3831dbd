import { Pagination } from '../pagination/Pagination.tsx';
import type { TableChange } from './table-state.ts';
import { formatCount, formatRange } from '../../platform/text/numbers.ts';

/** The name of a list's items, singular and plural. */
export type Noun = readonly [one: string, many: string];

/** The range of items that is shown, and the links to the other pages. */
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
          ? `There are ${formatCount(total, ...noun)}`
          : formatRange(from, Math.min(page * size, total), formatCount(total, ...noun))}
      </span>
      <Pagination current={page} total={total} size={size} to={{ href: (to) => hrefFor({ page: to }) }} />
    </div>
  );
}
