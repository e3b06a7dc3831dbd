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

/** The search field and the filters, which stay on top while the results move below. */
export function FilterBar({ label, total, ...props }: FilterProps & { label: string; total: number | undefined }) {
  const { address, filters, stale } = props;
  const refine = useRefine();
  return (
    <div className="filterbar no-print">
      <div className="filterbar__row">
        <SearchField look="bar" label={label} address={address} />
        <fieldset className="filterbar__menus" aria-label="Filters">
          {FACET_FIELDS.map((field) => (
            <FilterMenu
              key={field}
              label={FACETS[field].label}
              options={findOptions(filters, field)}
              chosen={address[field] ?? []}
              stale={stale}
              onToggle={(option) => void refine(toggleOption(address, { field, option }))}
            />
          ))}
        </fieldset>
        <FiltersButton {...props} total={total} />
      </div>
    </div>
  );
}

/** Where the bar has no room for the filters, they have a screen of their own. */
function FiltersButton(props: FilterProps & { total: number | undefined }) {
  const [open, setOpen] = useState<boolean>();
  const chosen = getSelectedOptions(props.address).length;
  return (
    <div className="filterbar__button">
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Sliders />
        Filters{' '}
        {chosen > 0 && (
          <span className="num">
            {chosen}
            <span className="unseen"> chosen</span>
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
