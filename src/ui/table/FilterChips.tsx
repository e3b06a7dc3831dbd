import { useId } from 'react';
import { formatDay } from '../../platform/text/dates.ts';
import { X } from '../icons.tsx';
import {
  type Filter,
  type TableControl,
  parseDateRange,
  getOptions,
  parseNumberRange,
  getActiveFilters,
} from './table-state.ts';

/** The active filters of a list, each with a link that removes it. */
export function FilterChips(props: { table: TableControl; filters: readonly Filter[]; onRemove: () => void }) {
  const { table, filters, onRemove } = props;
  const id = useId();
  const chosen = getActiveFilters(filters, table.state);
  if (chosen.length === 0) return null;
  const remove = () => {
    onRemove();
    focusTable();
  };
  return (
    <fieldset className="filter-bar filter-bar--chips no-print" aria-labelledby={id}>
      <span className="label" id={id}>
        Refined by
      </span>
      {chosen.map(({ filter, value }) => (
        <a
          key={`${filter.field} ${value}`}
          className="filter-chip"
          href={table.href({
            filters: { [filter.field]: table.state.filters[filter.field]!.filter((other) => other !== value) },
          })}
          onClick={remove}
        >
          <span className="visually-hidden">Remove </span>
          <span className="filter-chip__label">{filter.label}</span> {formatValue(filter, value)}
          <X small />
        </a>
      ))}
      <a className="link filters-clear" href={table.reset} onClick={remove}>
        Clear all filters
      </a>
    </fieldset>
  );
}

/** Focuses the table. For a link that disappears when it is followed. */
export function focusTable(): void {
  document.querySelector<HTMLElement>('.table-region')?.focus({ preventScroll: true });
}

/** Formats the value of a filter. */
function formatValue(filter: Filter, value: string): string {
  if (filter.kind === 'number-range') {
    const { min, max } = parseNumberRange(value);
    if (min === undefined) return `at most ${max}`;
    return max === undefined ? `at least ${min}` : `${min} to ${max}`;
  }
  if (filter.kind !== 'date-range') return getOptions(filter)?.find((option) => option.value === value)?.label ?? value;
  const { from, to } = parseDateRange(value);
  if (from === undefined) return `until ${formatDay(to!)}`;
  return `${formatDay(from)} to ${to === undefined ? 'today' : formatDay(to)}`;
}
