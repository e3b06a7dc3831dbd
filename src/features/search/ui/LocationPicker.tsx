import { useId, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { routeQuery } from '../../../platform/http/route-query.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { Check, Plus } from '../../../ui/icons.tsx';
import { useDebounced } from '../../../ui/useDebounced.ts';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { searchLocations } from '../contract.ts';
import { NO_RESULTS } from '../messages.ts';
import { MAX_QUERY_LENGTH } from '../schema.ts';
import './location-picker.css';

/** Number of results: people who know the location can type its name. */
const MAX_SHOWN = 8;

/**
 * Finds published locations to choose from, by the words that the public search understands.
 * @param props.id element id of the search field
 * @param props.verb label of the button that chooses a location
 * @param props.done label of the button of a location that is chosen
 * @param props.chosen ids of the locations that are chosen
 * @param props.isFull whether no more can be chosen
 */
export function LocationPicker(props: {
  api: Api;
  id?: string;
  label: string;
  placeholder: string;
  verb: string;
  done: string;
  chosen: readonly string[];
  isFull?: boolean;
  onChoose: (location: LocationCard) => void;
}) {
  const { api, label, placeholder, verb, done, chosen, isFull = false, onChoose } = props;
  const generatedId = useId();
  const id = props.id ?? generatedId;
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim());
  const found = useQuery({
    ...routeQuery(api, ['search', 'candidates', query], searchLocations, { query }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const total = found.data?.meta.page.total_results;
  return (
    <>
      <div className="form">
        <div className="field">
          <div className="field__name">
            <label htmlFor={id}>{label}</label>
          </div>
          <input
            id={id}
            className="input"
            type="search"
            placeholder={placeholder}
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            value={typed}
            aria-describedby={`${id}-found`}
            onChange={(event) => setTyped(event.target.value)}
            // The field may be inside a form, which Enter would save.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </div>
        <p className="muted small" id={`${id}-found`} role="status">
          {/* No alert, which would take the focus from the field while somebody types. */}
          {found.isError
            ? getErrorMessage(found.error)
            : query !== '' &&
              total !== undefined &&
              (total === 0 ? NO_RESULTS : `${formatCount(total, 'location')} found`)}
        </p>
      </div>
      {query !== '' && (
        <ul className="location-picker" aria-busy={found.isPlaceholderData}>
          {found.data?.data.slice(0, MAX_SHOWN).map((location) => {
            const isChosen = chosen.includes(location.id);
            return (
              <li key={location.id}>
                <span className="location-picker__picture">
                  <CardPicture location={location} sizes="72px" priority={false} isCloseUp />
                </span>
                <div>
                  <b>{location.title}</b>
                  <small>{location.nearesttown}</small>
                </div>
                {/* The button stays after choosing, as it has the focus. */}
                <button
                  type="button"
                  className="button button--compact"
                  aria-disabled={isChosen || isFull}
                  aria-label={`${isChosen ? done : verb} ${location.title}`}
                  onClick={() => !isChosen && !isFull && onChoose(location)}
                >
                  {isChosen ? <Check small /> : <Plus small />}
                  {isChosen ? done : verb}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
