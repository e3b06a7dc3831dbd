import { FACETS } from '../../locations/schema.ts';
import { type SearchAddress, changed, chosenOptions, toggled, withoutFilters } from '../search-params.ts';
import { focusResults } from './ResultPages.tsx';
import { RefineLink } from './refine-search.tsx';

/** What the search is refined by, each to be taken away. */
export function Chips({ address }: { address: SearchAddress }) {
  const chosen = chosenOptions(address);
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
          without={toggled(address, { field, option })}
        />
      ))}
      {address.bbox && <Chip label="Area" value="on the map" without={changed(address, { bbox: undefined })} />}
      <RefineLink address={withoutFilters(address)} className="chips__clear" onFollow={focusResults}>
        Clear all filters
      </RefineLink>
    </fieldset>
  );
}

function Chip({ label, value, without }: { label: string; value: string; without: SearchAddress }) {
  return (
    <RefineLink address={without} className="chip" onFollow={focusResults}>
      <span className="unseen">Remove </span>
      <span className="chip__label">{label}</span> {value}
    </RefineLink>
  );
}
