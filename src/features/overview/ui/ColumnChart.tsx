import type { Figure } from '../schema.ts';
import { BarTable } from './BarTable.tsx';

/** Units of the view box. */
const [WIDTH, HEIGHT] = [960, 240];
/** Below the columns, for the labels. */
const FOOT = 28;
/** Every which column has a label, as they would overlap otherwise. */
const LABEL_STEP = 3;

/** A column for each row; the table of the numbers is behind it. */
export function ColumnChart({ caption, figure }: { caption: string; figure: Figure }) {
  const { rows } = figure;
  if (rows.every(({ numbers }) => !numbers[0])) return <p className="overview__none">None yet.</p>;
  const max = Math.max(1, ...rows.map(({ numbers }) => numbers[0] ?? 0));
  const step = WIDTH / rows.length;
  const top = 20;
  return (
    <>
      <svg className="overview__columns" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <text x="0" y="12">
          {max}
        </text>
        <line x1="0" x2={WIDTH} y1={top} y2={top} />
        <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
        {rows.map(({ label, numbers }, i) => {
          const height = ((numbers[0] ?? 0) / max) * (HEIGHT - FOOT - top);
          return (
            <g key={label}>
              <rect x={i * step + step * 0.15} y={HEIGHT - FOOT - height} width={step * 0.7} height={height}>
                <title>{`${label}: ${numbers[0]}`}</title>
              </rect>
              {(rows.length - 1 - i) % LABEL_STEP === 0 && (
                <text x={(i + 0.5) * step} y={HEIGHT - 8} textAnchor={i === rows.length - 1 ? 'end' : 'middle'}>
                  {label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <details className="overview__details">
        <summary>Show as a table</summary>
        <BarTable caption={caption} figure={figure} />
      </details>
    </>
  );
}
