import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { routeQuery } from '../../../../platform/http/route-query.ts';
import { Check, Plus } from '../../../../ui/icons.tsx';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { CardPicture } from '../../../locations/catalogue/published/ui/card/LocationCard.tsx';
import type { LocationCard } from '../../../locations/catalogue/schema.ts';
import { searchLocations } from '../../contract.ts';
import { NO_RESULTS } from '../../messages.ts';
import { MAX_PINNED } from '../../pins/messages.ts';
import { MAX_QUERY_LENGTH } from '../../schema.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';

/** Element id of the search field. */
export const PICKER_ID = 'find-location';
/** Number of results: people who know the location can type its name. */
const MAX_SHOWN = 8;

const candidatesQuery = (api: Api, query: string) =>
  routeQuery(api, ['search', 'pin-candidates', query], searchLocations, { query });

/** Finds published locations to pin. @param props.pinned ids of those that are pinned */
export function LocationPicker(props: {
  api: Api;
  pinned: readonly string[];
  onPin: (location: LocationCard) => void;
}) {
  const { api, pinned, onPin } = props;
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim());
  const found = useQuery({
    ...candidatesQuery(api, query),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const isFull = pinned.length >= MAX_PINNED;
  const total = found.data?.meta.page.total_results;
  return (
    <section aria-labelledby="picker">
      <h2 id="picker">Find locations</h2>
      <div className="form">
        <div className="field">
          <div className="field__name">
            <label htmlFor={PICKER_ID}>Search published locations</label>
          </div>
          <input
            id={PICKER_ID}
            className="input"
            type="search"
            placeholder="Name or place"
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            value={typed}
            aria-describedby="picker-found"
            onChange={(event) => setTyped(event.target.value)}
            // The field is inside the form of the pinned results, which Enter would save.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
      </div>
      <p className="muted small" id="picker-found" role="status">
        {/* No alert, which would take the focus from the field while somebody types. */}
        {found.isError
          ? getErrorMessage(found.error)
          : query !== '' &&
            total !== undefined &&
            (total === 0 ? NO_RESULTS : `${formatCount(total, 'location')} found`)}
      </p>
      {query !== '' && (
        <ul className="pin-candidates" aria-busy={found.isPlaceholderData}>
          {found.data?.data.slice(0, MAX_SHOWN).map((location) => (
            <Candidate
              key={location.id}
              location={location}
              isPinned={pinned.includes(location.id)}
              isFull={isFull}
              onPin={onPin}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** A found location. Its button stays after pinning, as it has the focus. */
function Candidate(props: {
  location: LocationCard;
  isPinned: boolean;
  isFull: boolean;
  onPin: (location: LocationCard) => void;
}) {
  const { location, isPinned, isFull, onPin } = props;
  const { title, nearesttown } = location;
  return (
    <li>
      <span className="pin-candidates__picture">
        <CardPicture location={location} sizes="72px" priority={false} isCloseUp />
      </span>
      <div>
        <b>{title}</b>
        <small>{nearesttown}</small>
      </div>
      <button
        type="button"
        className="button button--compact"
        aria-disabled={isPinned || isFull}
        aria-label={isPinned ? `${title} is pinned` : `Pin ${title}`}
        onClick={() => !isPinned && !isFull && onPin(location)}
      >
        {isPinned ? <Check small /> : <Plus small />}
        {isPinned ? 'Pinned' : 'Pin'}
      </button>
    </li>
  );
}
