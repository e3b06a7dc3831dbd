import { type SearchParams, listActiveFilters, withoutFilters } from '../search-params.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './search-field/refine-search.tsx';

/** The active filters, each with a link that removes it. */
export function Chips({ params }: { params: SearchParams }) {
  const filters = listActiveFilters(params);
  if (filters.length === 0) return null;
  return (
    <fieldset className="chips no-print" aria-labelledby="refined-by">
      <span className="label" id="refined-by">
        Refined by
      </span>
      {filters.map(({ field, label, value, without }) => (
        <Chip key={field + value} label={label} value={value} without={without} />
      ))}
      <RefineLink params={withoutFilters(params)} className="link chips__clear" onFollow={focusResults}>
        Clear all filters
      </RefineLink>
      {params.sort && <span className="muted">The order stays.</span>}
    </fieldset>
  );
}

function Chip({ label, value, without }: { label: string; value: string; without: SearchParams }) {
  return (
    <RefineLink params={without} className="chip" onFollow={focusResults}>
      <span className="visually-hidden">Remove </span>
      <span className="chip__label">{label}</span> {value}
    </RefineLink>
  );
}
