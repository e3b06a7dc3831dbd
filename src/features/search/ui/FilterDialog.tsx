import { useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FACETS, FACET_FIELDS, type FacetField } from '../../locations/schema.ts';
import { getSelectedOptions, toggleOption, withoutFilters } from '../search-params.ts';
import { type FilterProps, findOptions } from './filters.ts';
import { RefineLink, useRefine } from './refine-search.tsx';
import { formatLocationCount } from './result-texts.ts';
import './filter-dialog.css';

/** All filters in a dialog. Changes take effect at once, and the counts follow. */
export default function FilterDialog(
  props: FilterProps & { total: number | undefined; open: boolean; onClose: () => void },
) {
  const { params, total, stale, open, onClose } = props;
  const known = total !== undefined && !stale;
  return (
    <Dialog open={open} onClose={onClose} title="Filters" shape="side">
      <div className="filter-dialog">
        <div className={stale ? 'filter-dialog__groups is-stale' : 'filter-dialog__groups'}>
          {FACET_FIELDS.map((field) => (
            <Group key={field} {...props} field={field} />
          ))}
        </div>
        <div className="filter-dialog__footer">
          {getSelectedOptions(params).length > 0 && (
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

function Group({ params, filters, field }: FilterProps & { field: FacetField }) {
  const refine = useRefine();
  const options = findOptions(filters, field) ?? [];
  const selected = params[field] ?? [];
  const [isOpenAtFirst] = useState(selected.length > 0);
  return (
    <details open={isOpenAtFirst}>
      <summary>
        {FACETS[field].label}{' '}
        {selected.length > 0 && (
          <b>
            {selected.length}
            <span className="visually-hidden"> chosen</span>
          </b>
        )}
      </summary>
      {options.length === 0 && <p className="muted">No options available</p>}
      {options.map((option) => (
        <label key={option.name} className="option-checkbox">
          <input
            type="checkbox"
            checked={selected.includes(option.name)}
            onChange={() => void refine(toggleOption(params, { field, option: option.name }))}
          />
          <span>{option.name}</span>
          <i>{option.total.toLocaleString('en-GB')}</i>
        </label>
      ))}
    </details>
  );
}
