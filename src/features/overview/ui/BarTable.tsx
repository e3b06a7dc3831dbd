import type { ReactNode } from 'react';
import { formatNumber } from '../../../platform/text/numbers.ts';
import type { Figure, FigureRow } from '../schema.ts';

/**
 * A table whose first number is drawn as a bar beside it.
 * @param props.rowActions links that belong to a row, below its label
 */
export function BarTable(props: {
  caption: string;
  figure: Figure;
  rowActions?: ((row: FigureRow) => ReactNode) | undefined;
}) {
  const {
    caption,
    figure: { columns, rows },
    rowActions,
  } = props;
  const [heading, ...numbers] = columns;
  const max = Math.max(1, ...rows.map((row) => row.numbers[0] ?? 0));
  if (rows.length === 0) return <p className="overview__none">None yet.</p>;
  return (
    // A scrollable region must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="overview__scroll" role="region" aria-label={`${caption}: table`} tabIndex={0}>
      <table className="overview__table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            {numbers.map((column) => (
              <th key={column} scope="col" className="overview__number">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">
                {row.href === null ? row.label : <a href={row.href}>{row.label}</a>}
                {rowActions && <div className="overview__actions">{rowActions(row)}</div>}
              </th>
              {row.numbers.map((number, i) => (
                <td key={numbers[i]} className="overview__number num">
                  {i === 0 && (
                    <span className="overview__bar" style={{ inlineSize: `${((number ?? 0) / max) * 60}%` }} />
                  )}
                  {number === null ? '–' : formatNumber(number)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
