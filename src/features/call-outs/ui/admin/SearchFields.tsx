import { useId, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Api } from '../../../../platform/http/contract.ts';
import { formatCount, formatNumber } from '../../../../platform/text/numbers.ts';
import { FilterCount } from '../../../../ui/filter-button/FilterCount.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import {
  FACET_FIELDS,
  type FacetField,
  RANGE_FACETS,
  RANGE_FIELDS,
  type RangeField,
  getFactLabel,
} from '../../../locations/catalogue/schema.ts';
import { placesQuery, searchQuery } from '../../../search/client.ts';
import { DISTANCES_KM, MAX_PLACE_LENGTH } from '../../../search/schema.ts';
import {
  PLACE,
  type SearchParams,
  formatRange,
  parseRange,
  toggleOption,
  withParams,
} from '../../../search/search-params.ts';
import { type Filters, findOptions } from '../../../search/ui/filters.ts';
import { useOptionSearch } from '../../../search/ui/useOptionSearch.tsx';
import '../../../../ui/checkbox.css';
import '../../../../ui/disclosure.css';

interface Props {
  readonly params: SearchParams;
  readonly onChange: (params: SearchParams) => void;
}

/** The filters of the catalogue search, which choose the locations whose owners are asked. */
export function SearchFields({ api, ...props }: Props & { api: Api }) {
  const { params } = props;
  const { data } = useQuery({ ...searchQuery(api, params), placeholderData: keepPreviousData });
  return (
    <fieldset className="form__options">
      <legend>For which locations</legend>
      <PlaceFields api={api} {...props} />
      {FACET_FIELDS.map((field) => (
        <OptionGroup key={field} {...props} field={field} filters={data?.filters} />
      ))}
      {RANGE_FIELDS.map((field) => (
        <LeastField key={field} {...props} field={field} />
      ))}
      <p role="status">{data && `${formatCount(data.meta.page.total_results, 'location')} in the catalogue`}</p>
    </fieldset>
  );
}

/** A place by its name, and a distance from it. */
function PlaceFields({ api, params, onChange }: Props & { api: Api }) {
  const id = useId();
  const [text, setText] = useState(params.place ?? '');
  const start = useDebounced(text.trim());
  const { data } = useQuery({ ...placesQuery(api, start), enabled: start !== '', placeholderData: keepPreviousData });
  return (
    <div className="two">
      <div className="field">
        <label htmlFor={`${id}place`}>{PLACE}</label>
        <input
          id={`${id}place`}
          className="input"
          value={text}
          list={`${id}names`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value);
            onChange(withParams(params, { place: target.value.trim() || undefined }));
          }}
        />
        <datalist id={`${id}names`}>
          {data?.names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
      </div>
      <div className="field">
        <label htmlFor={`${id}within`}>Distance</label>
        <select
          id={`${id}within`}
          className="input"
          value={params.within ?? ''}
          disabled={params.place === undefined}
          onChange={({ target }) => onChange(withParams(params, { within: Number(target.value) || undefined }))}
        >
          <option value="">Inside the place</option>
          {DISTANCES_KM.map((km) => (
            <option key={km} value={km}>
              Within {km} km
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}

function OptionGroup({
  params,
  onChange,
  field,
  filters,
}: Props & { field: FacetField; filters: Filters | undefined }) {
  const selected = params[field] ?? [];
  const { found, search } = useOptionSearch(field, findOptions(filters, field) ?? [], selected);
  const [isOpenAtFirst] = useState(selected.length > 0);
  return (
    <details className="disclosure" open={isOpenAtFirst}>
      <summary>
        {getFactLabel(field)} <FilterCount count={selected.length} />
      </summary>
      {search}
      {found.length === 0 && <p className="muted">No options available</p>}
      {found.map(({ name, total }) => (
        <label key={name} className="checkbox-row">
          <input
            type="checkbox"
            checked={selected.includes(name)}
            onChange={() => onChange(toggleOption(params, { field, option: name }))}
          />
          <span>{name}</span>
          <i className="option-count">{formatNumber(total)}</i>
        </label>
      ))}
    </details>
  );
}

/** The least number that a location must have. */
function LeastField({ params, onChange, field }: Props & { field: RangeField }) {
  const id = useId();
  const { min } = parseRange(params, field);
  return (
    <div className="field">
      <label htmlFor={id}>{getFactLabel(field)}, at least</label>
      <input
        id={id}
        className="input"
        type="number"
        min={0}
        max={RANGE_FACETS[field].max}
        value={min ?? ''}
        onChange={({ target: { value } }) =>
          onChange(withParams(params, { [field]: value === '' ? undefined : formatRange({ min: Number(value) }) }))
        }
      />
    </div>
  );
}
