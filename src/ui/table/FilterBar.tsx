import { type ReactNode, useState } from 'react';
import { FilterCount } from '../filter-button/FilterCount.tsx';
import { Plus } from '../icons.tsx';
import { FilterChips, focusTable } from './FilterChips.tsx';
import { FilterInput } from './FilterInput.tsx';
import { Popover } from './Popover.tsx';
import { TableSearchField } from './TableSearchField.tsx';
import { type Filter, type TableControl, getInitialValue, getOptions, getActiveFilters } from './table-state.ts';
import '../checkbox.css';
import './filters.css';

/** The maximum number of active filters, and the message when it is exceeded. */
interface FilterLimit {
  readonly count: number;
  readonly message: string;
}

interface BarProps {
  readonly table: TableControl;
  readonly filters: readonly Filter[];
  /** How many filters always have a button in the bar; the others are behind '+ N more'. */
  readonly prominent?: number | undefined;
  /** The free-text search; without it there is none. */
  readonly search?:
    | { readonly label: string; readonly placeholder: string; readonly length?: number; readonly delay?: number }
    | undefined;
  readonly limit?: FilterLimit | undefined;
  /** Whether there is a link that resets filters, sort order and page. */
  readonly resets?: boolean | undefined;
}

/** The search and the filters of a list. */
export function FilterBar({ table, filters, prominent = 6, search, limit, resets = false }: BarProps) {
  const [added, setAdded] = useState<string>();
  const [limitMessage, setLimitMessage] = useState<string>();
  const inUse = new Set(getActiveFilters(filters, table.state).map(({ filter }) => filter.field));
  const isShown = ({ field }: Filter, index: number) => index < prominent || inUse.has(field) || added === field;
  const hidden = filters.filter((filter, index) => !isShown(filter, index));
  const change = (filter: Filter, values: readonly string[]) => {
    const before = getActiveFilters(filters, table.state).length;
    const after = before - (table.state.filters[filter.field]?.length ?? 0) + values.length;
    const isTooMany = limit !== undefined && after > limit.count && after > before;
    setLimitMessage(isTooMany ? limit.message : undefined);
    if (!isTooMany) table.navigate({ filters: { [filter.field]: values } });
  };
  return (
    <>
      <div className="filter-bar no-print">
        {search && <TableSearchField table={table} {...search} />}
        {filters.filter(isShown).map((filter) => (
          <FilterButton
            key={filter.field}
            filter={filter}
            values={table.state.filters[filter.field] ?? []}
            opened={added === filter.field}
            onClose={() => setAdded(undefined)}
            onChange={(values) => change(filter, values)}
          />
        ))}
        {hidden.length > 0 && <MoreFilters filters={hidden} onChoose={setAdded} />}
        {resets && table.reset !== undefined && (
          <a className="link filters-clear" href={table.reset} onClick={focusTable}>
            Reset
          </a>
        )}
      </div>
      <div aria-live="polite">{limitMessage && <p className="filter-limit">{limitMessage}</p>}</div>
      <FilterChips table={table} filters={filters} onRemove={() => setLimitMessage(undefined)} />
    </>
  );
}

function FilterButton(props: {
  filter: Filter;
  values: readonly string[];
  opened: boolean;
  onClose: () => void;
  onChange: (values: readonly string[]) => void;
}) {
  const { filter, values, opened, onClose, onChange } = props;
  return (
    <Popover
      label={filter.label}
      className="filter-button filter-button--compact"
      opened={opened}
      onClose={onClose}
      button={
        <>
          {filter.label} <ActiveValues filter={filter} values={values} />
        </>
      }
    >
      {(close) => <FilterInput filter={filter} values={values} onChange={onChange} onDone={close} />}
    </Popover>
  );
}

/** The value of a filter that has exactly one; otherwise the number of chosen values. */
function ActiveValues({ filter, values }: { filter: Filter; values: readonly string[] }): ReactNode {
  if (getInitialValue(filter) !== undefined) {
    return <em>{getOptions(filter)?.find(({ value }) => value === values[0])?.label}</em>;
  }
  return <FilterCount count={values.length} />;
}

function MoreFilters({ filters, onChoose }: { filters: readonly Filter[]; onChoose: (field: string) => void }) {
  return (
    <Popover
      label="More filters"
      className="filter-button filter-button--compact filter-button--more"
      button={
        <>
          <Plus small /> {filters.length} more<span className="visually-hidden"> filters</span>
        </>
      }
    >
      {(close) => (
        <ul className="popover__list">
          {filters.map(({ field, label }) => (
            <li key={field}>
              <button
                type="button"
                onClick={() => {
                  close();
                  onChoose(field);
                }}
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
