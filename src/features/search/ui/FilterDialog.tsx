import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../platform/text/numbers.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilterCount } from '../../../ui/filter-button/FilterCount.tsx';
import { FACET_FIELDS, type FacetField, RANGE_FIELDS, getFactLabel } from '../../locations/catalogue/schema.ts';
import {
  PLACE,
  WITH_PHOTOGRAPHS,
  listActiveFilters,
  toggleOption,
  togglePhotographs,
  withoutFilters,
} from '../search-params.ts';
import { FILMING_DATES } from '../messages.ts';
import DatesForm from './DatesForm.tsx';
import PlaceForm from './place-filter/PlaceForm.tsx';
import { RangeForm } from './RangeForm.tsx';
import { type FilterProps, findOptions } from './filters.ts';
import { RefineLink, useRefine } from './search-field/refine-search.tsx';
import { formatLocationCount } from './result-texts.ts';
import { useOptionSearch } from './useOptionSearch.tsx';
import '../../../ui/disclosure.css';
import './filter-dialog.css';

/** All filters in a dialog. Changes take effect at once, and the counts follow. */
export default function FilterDialog(
  props: FilterProps & { total: number | undefined; open: boolean; onClose: () => void },
) {
  const { params, total, stale, open, onClose } = props;
  const refine = useRefine();
  const known = total !== undefined && !stale;
  return (
    <Dialog open={open} onClose={onClose} title="Filters" shape="side">
      <div className="filter-dialog">
        <div className={stale ? 'filter-dialog__groups is-stale' : 'filter-dialog__groups'}>
          <Group label={PLACE} count={params.place ? 1 : 0}>
            <PlaceForm params={params} />
          </Group>
          <Group label={FILMING_DATES} count={params.dates ? 1 : 0}>
            <DatesForm params={params} />
          </Group>
          {FACET_FIELDS.map((field) => (
            <OptionGroup key={field} {...props} field={field} />
          ))}
          {RANGE_FIELDS.map((field) => (
            <Group key={field} label={getFactLabel(field)} count={params[field] ? 1 : 0}>
              <RangeForm {...props} field={field} />
            </Group>
          ))}
          <label className="checkbox-row filter-dialog__photographs">
            <input
              type="checkbox"
              checked={params.photographs === 'yes'}
              onChange={() => void refine(togglePhotographs(params))}
            />
            <span>{WITH_PHOTOGRAPHS}</span>
          </label>
        </div>
        <div className="filter-dialog__footer">
          {listActiveFilters(params).length > 0 && (
            <RefineLink params={withoutFilters(params)} className="link">
              Clear all filters
            </RefineLink>
          )}
          <button type="button" className="button button--primary" onClick={onClose}>
            {known ? `Show ${formatLocationCount(total)}` : 'Show locations'}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function OptionGroup({ params, filters, field }: FilterProps & { field: FacetField }) {
  const refine = useRefine();
  const selected = params[field] ?? [];
  const { found, search } = useOptionSearch(field, findOptions(filters, field) ?? [], selected);
  return (
    <Group label={getFactLabel(field)} count={selected.length}>
      {search}
      {found.length === 0 && <p className="muted">No options available</p>}
      {found.map((option) => (
        <label key={option.name} className="checkbox-row">
          <input
            type="checkbox"
            checked={selected.includes(option.name)}
            onChange={() => void refine(toggleOption(params, { field, option: option.name }))}
          />
          <span>{option.name}</span>
          <i className="option-count">{formatNumber(option.total)}</i>
        </label>
      ))}
    </Group>
  );
}

/** @param props.count number of selected values; the group is open at first if there are any */
function Group({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const [isOpenAtFirst] = useState(count > 0);
  return (
    <details className="disclosure" open={isOpenAtFirst}>
      <summary>
        {label} <FilterCount count={count} />
      </summary>
      {children}
    </details>
  );
}
