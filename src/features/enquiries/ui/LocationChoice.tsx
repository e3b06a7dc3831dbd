import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { Check, Plus, X } from '../../../ui/icons.tsx';
import { useSearchQuery } from '../../../ui/ListSearchField.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { NO_RESULTS } from '../../search/messages.ts';
import { TOO_MANY_LOCATIONS } from '../messages.ts';
import { MAX_LOCATIONS } from '../schema.ts';
import './location-choice.css';

export type ChosenLocation = Pick<LocationCard, 'id' | 'locationurl' | 'title' | 'nearesttown'>;

/** Results that are shown: a search with more words finds the others. */
const MAX_FOUND = 5;
const MAX_QUERY_LENGTH = 100;

interface Props {
  readonly chosen: readonly ChosenLocation[];
  /** URL slug of the location that the form is about anyway. */
  readonly except: string | undefined;
  readonly findLocations: (words: string) => Promise<readonly ChosenLocation[]>;
  readonly onChange: (chosen: readonly ChosenLocation[]) => void;
}

/** The locations of an enquiry, which can be removed, and a search that adds others. */
export default function LocationChoice({ chosen, except, findLocations, onChange }: Props) {
  const id = useId();
  const search = useSearchQuery();
  const focusById = useFocusById();
  const [status, setStatus] = useState('');
  const { query } = search.request;
  const found = useQuery({
    queryKey: ['enquiries', 'locations', query],
    queryFn: () => findLocations(query),
    enabled: query !== '',
  });
  const isFull = chosen.length >= MAX_LOCATIONS;
  const results = query === '' ? [] : (found.data ?? []).filter(({ locationurl }) => locationurl !== except);
  const remove = (location: ChosenLocation) => {
    onChange(chosen.filter((other) => other.id !== location.id));
    setStatus(`${location.title} removed`);
    focusById(`${id}search`);
  };
  const add = (location: ChosenLocation) => {
    if (isFull || chosen.some((other) => other.id === location.id)) return;
    onChange([...chosen, location]);
    setStatus(`${location.title} added`);
  };
  return (
    <div className="location-choice">
      {chosen.length > 0 && (
        <ul className="location-choice__list">
          {chosen.map((location) => (
            <li key={location.id}>
              <Name location={location} />
              <button
                type="button"
                className="button button--quiet"
                aria-label={`Remove ${location.title}`}
                onClick={() => remove(location)}
              >
                <X small />
                <span>Remove</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="field">
        <div className="field__name">
          <label htmlFor={`${id}search`}>Add a location</label>
        </div>
        <input
          id={`${id}search`}
          className="input"
          type="search"
          placeholder="Name or place"
          autoComplete="off"
          maxLength={MAX_QUERY_LENGTH}
          aria-describedby={`${id}status`}
          value={search.typed}
          onChange={({ currentTarget }) => {
            search.setTyped(currentTarget.value);
            setStatus('');
          }}
          // Enter must not send the enquiry.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <p className="muted small" id={`${id}status`} role="status">
        {status ||
          getStatus({ isFull, isSearching: query !== '' && found.isPending, count: results.length, ...found, query })}
      </p>
      {results.length > 0 && (
        <ul className="location-choice__list">
          {results.slice(0, MAX_FOUND).map((location) => (
            <Found
              key={location.id}
              location={location}
              isChosen={chosen.some((other) => other.id === location.id)}
              isFull={isFull}
              onAdd={() => add(location)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function getStatus(search: {
  isFull: boolean;
  isSearching: boolean;
  error: unknown;
  query: string;
  count: number;
}): string {
  const { isFull, isSearching, error, query, count } = search;
  if (isFull) return TOO_MANY_LOCATIONS;
  if (query === '' || isSearching) return '';
  if (error) return getErrorMessage(error);
  return count === 0 ? NO_RESULTS : '';
}

/** A result. Its button stays after adding, as it has the focus. */
function Found(props: { location: ChosenLocation; isChosen: boolean; isFull: boolean; onAdd: () => void }) {
  const { location, isChosen, isFull, onAdd } = props;
  return (
    <li>
      <Name location={location} />
      <button
        type="button"
        className="button"
        aria-disabled={isChosen || isFull}
        aria-label={isChosen ? `${location.title} is added` : `Add ${location.title}`}
        onClick={onAdd}
      >
        {isChosen ? <Check small /> : <Plus small />}
        <span>{isChosen ? 'Added' : 'Add'}</span>
      </button>
    </li>
  );
}

function Name({ location }: { location: ChosenLocation }) {
  return (
    <span>
      <b>{location.title}</b>
      <small>{location.nearesttown}</small>
    </span>
  );
}
