import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Api } from '../../../platform/http/contract.ts';
import { councilMapQuery } from '../client.ts';
import type { Figure } from '../schema.ts';
import { BarTable } from './BarTable.tsx';

/** A map of the council areas, darker where there are more of a chosen column, beside the table of its numbers. */
export function AreaMap(props: {
  api: Api;
  caption: string;
  figure: Figure;
  /** Heading of the columns, such as 'Category'. */
  choice: string;
}) {
  const { api, caption, figure, choice } = props;
  const { width, height, areas } = useSuspenseQuery(councilMapQuery(api)).data;
  const [label, ...columns] = figure.columns;
  const [chosen, setChosen] = useState(0);
  if (figure.rows.length === 0) return <p className="overview__none">None yet.</p>;
  const rows = figure.rows
    .map((row) => ({ ...row, numbers: [row.numbers[chosen] ?? 0] }))
    .toSorted((a, b) => b.numbers[0]! - a.numbers[0]!);
  const counts = new Map(rows.map((row) => [row.label, row.numbers[0]!]));
  const max = Math.max(1, ...counts.values());
  return (
    <>
      <label className="overview__choice">
        {choice}{' '}
        <select value={chosen} onChange={({ target }) => setChosen(Number(target.value))}>
          {columns.map((column, i) => (
            <option key={column} value={i}>
              {column}
            </option>
          ))}
        </select>
      </label>
      <div className="overview__areas">
        <svg className="overview__map" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {areas.map(({ name, path }) => {
            const count = counts.get(name) ?? 0;
            return (
              <path key={name} d={path} fillOpacity={count === 0 ? 0 : 0.12 + (0.88 * count) / max}>
                <title>{`${name}: ${count}`}</title>
              </path>
            );
          })}
        </svg>
        <BarTable caption={caption} figure={{ columns: [label!, columns[chosen]!], rows }} />
      </div>
    </>
  );
}
