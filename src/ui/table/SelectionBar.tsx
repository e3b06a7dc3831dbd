import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../platform/text/numbers.ts';
import type { RowSelection } from './row-selection.ts';
import type { Noun } from './TableFooter.tsx';
import './selection.css';

/**
 * The bar below a table with the number of selected rows and what can be done with them. Empty without a selection.
 * @param props.total number of rows that match the query of the list
 * @param props.children the actions
 */
export function SelectionBar(props: { selection: RowSelection; total: number; noun: Noun; children: ReactNode }) {
  const { selection, total, noun, children } = props;
  const { count, selected } = selection;
  const canSelectAll = total > count && !(selected.isAll && selected.keys.length === 0);
  return (
    <section className={count > 0 ? 'selection-bar no-print' : 'visually-hidden'} aria-label="Selection">
      <output className="selection-bar__count">
        {count > 0 && (
          <>
            <strong className="num">{formatNumber(count)}</strong> selected
          </>
        )}
      </output>
      {count > 0 && (
        <>
          <div className="selection-bar__scope">
            {canSelectAll && (
              <button type="button" className="link" onClick={selection.selectAll}>
                Select all {formatCount(total, ...noun)} that match
              </button>
            )}
            <button type="button" className="link" onClick={selection.clear}>
              Clear the selection
            </button>
          </div>
          <div className="selection-bar__actions">{children}</div>
        </>
      )}
    </section>
  );
}
