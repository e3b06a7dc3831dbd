import { useId } from 'react';
import type { NumbersTable } from '../yearly/tables.ts';
import './numbers.css';

/** A section with a table of numbers, whose first column names the rows. */
export function NumbersSection({ table: { caption, columns, rows } }: { table: NumbersTable }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{caption}</h2>
      {/* A scrollable region must be focusable for keyboard users. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="impact-scroll" role="region" aria-label={`${caption}: table`} tabIndex={0}>
        <table className="impact-table">
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={column} scope="col" className={i === 0 ? undefined : 'num'}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells }, row) => (
              <tr key={`${label} ${row}`}>
                <th scope="row">{label}</th>
                {cells.map((cell, i) => (
                  <td key={columns[i + 1]} className="num">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
