import { Suspense, lazy, useState } from 'react';
import { Sliders } from '../../../ui/icons.tsx';
import { FACETS, FACET_FIELDS } from '../../locations/schema.ts';
import { getSelectedOptions, toggleOption } from '../search-params.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { type FilterProps, findOptions } from './filters.ts';
import { SearchField } from './SearchField.tsx';
import { useRefine } from './refine-search.tsx';
import './filter-bar.css';

const FilterDialog = lazy(() => import('./FilterDialog.tsx'));

/** The search field and the filters; sticky above the results. */
export function FilterBar({ label, total, ...props }: FilterProps & { label: string; total: number | undefined }) {
  const { params, filters, stale } = props;
  const refine = useRefine();
  return (
    <div className="filterbar no-print">
      <div className="filterbar__row">
        <SearchField look="bar" label={label} params={params} />
        <fieldset className="filterbar__menus" aria-label="Filters">
          {FACET_FIELDS.map((field) => (
            <FilterMenu
              key={field}
              label={FACETS[field].label}
              options={findOptions(filters, field)}
              selected={params[field] ?? []}
              stale={stale}
              onToggle={(option) => void refine(toggleOption(params, { field, option }))}
            />
          ))}
        </fieldset>
        <FiltersButton {...props} total={total} />
      </div>
    </div>
  );
}

/** Opens the filters in a dialog where the bar has no room for them. */
function FiltersButton(props: FilterProps & { total: number | undefined }) {
  const [open, setOpen] = useState<boolean>();
  const selected = getSelectedOptions(props.params).length;
  return (
    <div className="filterbar__button">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Sliders />
        Filters{' '}
        {selected > 0 && (
          <span className="num">
            {selected}
            <span className="visually-hidden"> chosen</span>
          </span>
        )}
      </button>
      {open !== undefined && (
        <Suspense>
          <FilterDialog {...props} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
