import { useId, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { routeQuery } from '../../../../platform/http/route-query.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { searchLocations } from '../../../search/contract.ts';

/** Number of results: people who know the location can type its name. */
const MAX_SHOWN = 8;

/** Finds published locations to offer, by the words that the public search understands. @param props.added ids of those on the list */
export function LocationSearch(props: {
  api: Api;
  added: readonly string[];
  onAdd: (location: { readonly id: string; readonly title: string }) => void;
}) {
  const { api, added, onAdd } = props;
  const id = useId();
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim());
  const found = useQuery({
    ...routeQuery(api, ['search', 'offer-candidates', query], searchLocations, { query }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const total = found.data?.meta.page.total_results;
  return (
    <div className="form">
      <div className="field">
        <div className="field__name">
          <label htmlFor={id}>Offer locations</label>
        </div>
        <input
          id={id}
          className="input"
          type="search"
          placeholder="Mill by a river with parking"
          maxLength={200}
          autoComplete="off"
          value={typed}
          aria-describedby={`${id}-found`}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className="muted small" id={`${id}-found`} role="status">
        {found.isError
          ? getErrorMessage(found.error)
          : query !== '' && total !== undefined && `${formatCount(total, 'location')} found`}
      </p>
      {query !== '' && (
        <ul className="production-items" aria-busy={found.isPlaceholderData}>
          {found.data?.data.slice(0, MAX_SHOWN).map((location) => {
            const isAdded = added.includes(location.id);
            return (
              <li key={location.id}>
                <span>
                  {location.title} <span className="muted">{location.nearesttown}</span>
                </span>
                <button
                  type="button"
                  className="button button--compact"
                  aria-disabled={isAdded}
                  onClick={() => !isAdded && onAdd(location)}
                >
                  {isAdded ? 'Offered' : 'Offer'}
                  <span className="visually-hidden"> {location.title}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
