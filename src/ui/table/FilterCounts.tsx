import type { ReactNode } from 'react';
import { formatNumber } from '../../platform/text/numbers.ts';
import './filter-counts.css';

interface FilterCount {
  readonly key: string;
  readonly label: ReactNode;
  readonly count: number;
  /** The list with only these rows. */
  readonly href: string;
  readonly isChosen: boolean;
}

/** How many rows of a report have each result. Each number filters the list below. */
export function FilterCounts({ counts }: { counts: readonly FilterCount[] }) {
  return (
    <ul className="filter-counts">
      {counts.map(({ key, label, count, href, isChosen }) => (
        <li key={key}>
          <a href={href} aria-current={isChosen ? 'true' : undefined}>
            <strong className="num">{formatNumber(count)}</strong>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
