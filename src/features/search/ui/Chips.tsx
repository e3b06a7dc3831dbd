import { FACETS } from '../../locations/schema.ts';
import { type SearchParams, withParams, getSelectedOptions, toggleOption, withoutFilters } from '../search-params.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './refine-search.tsx';

/** What the search is refined by, each to be taken away. */
export function Chips({ address }: { address: SearchParams }) {
  const chosen = getSelectedOptions(address);
  if (chosen.length === 0 && !address.bbox) return null;
  return (
    <fieldset className="chips no-print" aria-labelledby="refined-by">
      <span className="label" id="refined-by">
        Refined by
      </span>
      {chosen.map(({ field, option }) => (
        <Chip
          key={field + option}
          label={FACETS[field].label}
          value={option}
          without={toggleOption(address, { field, option })}
        />
      ))}
      {address.bbox && <Chip label="Area" value="on the map" without={withParams(address, { bbox: undefined })} />}
      <RefineLink address={withoutFilters(address)} className="chips__clear" onFollow={focusResults}>
        Clear all filters
      </RefineLink>
    </fieldset>
  );
}

function Chip({ label, value, without }: { label: string; value: string; without: SearchParams }) {
  return (
    <RefineLink address={without} className="chip" onFollow={focusResults}>
      <span className="unseen">Remove </span>
      <span className="chip__label">{label}</span> {value}
    </RefineLink>
  );
}
