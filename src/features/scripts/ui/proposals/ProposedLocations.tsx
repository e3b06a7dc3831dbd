import { type FormEvent, useId, useMemo, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { OpensInNewTab } from '../../../../ui/OpensInNewTab.tsx';
import { NO_RESULTS, SEARCHING } from '../../../search/messages.ts';
import { searchQuery } from '../../../search/client.ts';
import { MAX_QUERY_LENGTH, PAGE_SIZE } from '../../../search/schema.ts';
import { type SearchParams, parseSearchParams, withPage } from '../../../search/search-params.ts';
import { toSearchHref } from '../../../search/ui/search-field/refine-search.tsx';
import { findPlaceKind } from '../../breakdown/place-kinds.ts';
import { listPlaceSearches } from '../../breakdown/place-search.ts';
import type { Summary } from '../../breakdown/summaries.ts';
import type { LanguageWords } from '../../breakdown/words.ts';
import type { Script } from '../../reading/script.ts';
import { ProposedLocation } from './ProposedLocation.tsx';
import type { Choices, PlaceTexts } from './useChoices.tsx';
import '../../../../ui/form.css';
import '../../../search/ui/location-picker.css';
import './proposals.css';

/** Locations that are shown at first, and that each click adds. */
const PAGE_LENGTH = 12;

/**
 * The locations that fit a place of a script best, by a search that the user can change. Nothing is searched for before the user opens it, or
 * while they type.
 */
export default function ProposedLocations(props: {
  api: Api;
  place: PlaceTexts;
  script: Script;
  summary: Summary;
  /** Those who speak in the script. */
  characters: readonly string[];
  language: LanguageWords;
  choices: Choices;
}) {
  const { api, place, script, summary, characters, language, choices } = props;
  const { location, constraints } = summary;
  const searches = useMemo(
    () =>
      listPlaceSearches(
        { name: location.name, kind: findPlaceKind(script, location, language), constraints },
        characters,
        language,
      ),
    [script, location, constraints, characters, language],
  );
  const id = useId();
  const [search, setSearch] = useState<SearchParams | undefined>(searches[0]?.params);
  const [typed, setTyped] = useState(search?.query ?? '');
  const [count, setCount] = useState(PAGE_LENGTH);
  const found = useQueries({
    queries: search
      ? Array.from({ length: Math.ceil(count / PAGE_SIZE) }, (_, n) => searchQuery(api, withPage(search, n + 1)))
      : [],
  });
  const start = (params: SearchParams) => {
    setSearch(params);
    setTyped(params.query ?? '');
    setCount(PAGE_LENGTH);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = typed.trim();
    if (query !== '') start(parseSearchParams({ ...search, query }));
  };
  const error = found.find((page) => page.error)?.error;
  const first = found[0]?.data;
  const locations = found.flatMap(({ data }) => data?.data ?? []).slice(0, count);
  const total = first?.meta.page.total_results ?? 0;
  const status = first ? (total === 0 ? NO_RESULTS : formatCount(total, 'location')) : SEARCHING;
  return (
    <div className="proposals">
      <form className="form proposals__search" onSubmit={submit}>
        <div className="field">
          <div className="field__name">
            <label htmlFor={id}>Search for {place.title}</label>
          </div>
          <input
            id={id}
            className="input"
            type="search"
            maxLength={MAX_QUERY_LENGTH}
            autoComplete="off"
            value={typed}
            aria-describedby={`${id}-status`}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <button type="submit" className="button">
          Search
        </button>
      </form>
      {searches.length > 1 && (
        <p className="proposals__presets">
          {searches.map(({ with: words, params }) => (
            <button
              key={words}
              type="button"
              className="button button--compact"
              aria-pressed={toSearchHref(params) === (search && toSearchHref(search))}
              onClick={() => start(params)}
            >
              {words === '' ? 'By its name alone' : words}
            </button>
          ))}
        </p>
      )}
      <p id={`${id}-status`} role="status" className="muted small">
        {search && !error && status}
      </p>
      {error && <ErrorAlert message={getErrorMessage(error)} />}
      {first && locations.length > 0 && (
        <ol className="location-picker" aria-label={`Locations for ${place.title}`}>
          {locations.map((location, index) => (
            <ProposedLocation
              key={location.id}
              api={api}
              location={location}
              meta={first.meta}
              isFitting={index < first.meta.fitting}
              place={place}
              choices={choices}
            />
          ))}
        </ol>
      )}
      <p className="proposals__more">
        {locations.length < total && (
          <button type="button" className="button" onClick={() => setCount(count + PAGE_LENGTH)}>
            Show more<span className="visually-hidden"> locations for {place.title}</span>
          </button>
        )}
        {search && total > 0 && (
          <a className="link" href={toSearchHref(search)} target="_blank" rel="noopener">
            Open this search
            <OpensInNewTab />
          </a>
        )}
      </p>
    </div>
  );
}
