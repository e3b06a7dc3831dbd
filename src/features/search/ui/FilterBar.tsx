import { Suspense, useState } from 'react';
import { lazyDialog, lazyPart } from '../../../ui/LazyMount.tsx';
import { Sliders } from '../../../ui/icons.tsx';
import { FACET_FIELDS, RANGE_FIELDS, getFactLabel } from '../../locations/catalogue/schema.ts';
import { FILMING_DATES } from '../messages.ts';
import { PLACE, WITH_PHOTOGRAPHS, listActiveFilters, toggleOption, togglePhotographs } from '../search-params.ts';
import { FilterMenu } from './FilterMenu.tsx';
import { OptionList } from './OptionList.tsx';
import { RangeForm } from './RangeForm.tsx';
import { type FilterProps, findOptions } from './filters.ts';
import { SearchField } from './search-field/SearchField.tsx';
import { RESULTS_ID, useRefine } from './search-field/refine-search.tsx';
import '../../../ui/checkbox.css';
import './filter-bar.css';

const FilterDialog = lazyDialog(() => import('./FilterDialog.tsx'));
const PlaceForm = lazyPart(() => import('./place-filter/PlaceForm.tsx'));
const DatesForm = lazyPart(() => import('./DatesForm.tsx'));

/** The search field and the filters; sticky above the results. */
export function FilterBar({ label, total, ...props }: FilterProps & { label: string; total: number | undefined }) {
  const { params, filters, ranges, stale } = props;
  const refine = useRefine();
  return (
    <div className="filterbar no-print">
      <div className="filterbar__row">
        <SearchField look="bar" label={label} params={params} />
        <a className="link filterbar__skip" href={`#${RESULTS_ID}`}>
          Skip to the results
        </a>
        <div className="filterbar__first">
          <FilterMenu label={PLACE} count={params.place ? 1 : 0} popup="dialog">
            {({ id, focusOnOpen }) => (
              <div id={id} className="range-menu range-menu--place" role="dialog" aria-label={PLACE}>
                <Suspense>
                  <PlaceForm params={params} focusOnOpen={focusOnOpen} />
                </Suspense>
              </div>
            )}
          </FilterMenu>
          <FilterMenu label={FILMING_DATES} count={params.dates ? 1 : 0} popup="dialog">
            {({ id, focusOnOpen }) => (
              <div id={id} className="range-menu" role="dialog" aria-label={FILMING_DATES}>
                <Suspense>
                  <DatesForm params={params} focusOnOpen={focusOnOpen} />
                </Suspense>
              </div>
            )}
          </FilterMenu>
          <button
            type="button"
            className="filter-button filter-button--toggle"
            aria-pressed={params.photographs === 'yes'}
            onClick={() => void refine(togglePhotographs(params))}
          >
            {WITH_PHOTOGRAPHS}
          </button>
        </div>
        <FiltersButton {...props} total={total} />
        <fieldset className="filterbar__menus" aria-label="Filters">
          {FACET_FIELDS.map((field) => (
            <FilterMenu key={field} label={getFactLabel(field)} count={params[field]?.length ?? 0} popup="listbox">
              {(popup) => (
                <OptionList
                  {...popup}
                  field={field}
                  options={findOptions(filters, field) ?? []}
                  selected={params[field] ?? []}
                  stale={stale}
                  onToggle={(option) => void refine(toggleOption(params, { field, option }))}
                />
              )}
            </FilterMenu>
          ))}
          {RANGE_FIELDS.map((field) => (
            <FilterMenu key={field} label={getFactLabel(field)} count={params[field] ? 1 : 0} popup="dialog">
              {({ id, focusOnOpen }) => (
                <div id={id} className="range-menu" role="dialog" aria-label={getFactLabel(field)}>
                  <RangeForm params={params} ranges={ranges} field={field} focusOnOpen={focusOnOpen} />
                </div>
              )}
            </FilterMenu>
          ))}
        </fieldset>
      </div>
    </div>
  );
}

/** Opens the filters in a dialog where the bar has no room for them. */
function FiltersButton(props: FilterProps & { total: number | undefined }) {
  const [open, setOpen] = useState<boolean>();
  const selected = listActiveFilters(props.params).length;
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
