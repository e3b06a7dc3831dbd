import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { CircleAlert, MapPin } from '../../../../ui/icons.tsx';
import { placesQuery } from '../../client.ts';
import { ENTER_PLACE } from '../../messages.ts';
import { DISTANCES_KM, MAX_PLACE_LENGTH, NEAR_KM, PLACES_DELAY_MS, placeParam } from '../../schema.ts';
import { type SearchParams, formatPosition, withParams } from '../../search-params.ts';
import { useDebounced, useSyncedState } from '../search-field/input-state.ts';
import { useRefine } from '../search-field/refine-search.tsx';
import { FINDING_POSITION, USE_MY_POSITION, unknownPlace } from './messages.ts';
import { getRegionName } from '../../../geography/region-rules.ts';
import { usePosition } from './use-position.ts';
import '../../../../ui/form.css';
import './place-form.css';

/** A place, or the position of the visitor, and a distance from it. They take effect when the form is submitted. */
export default function PlaceForm({ params, focusOnOpen = false }: { params: SearchParams; focusOnOpen?: boolean }) {
  const refine = useRefine();
  const findProblem = useFindProblem();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useSyncedState(params.place ?? '');
  const [within, setWithin] = useSyncedState(`${params.within ?? ''}`);
  const [typed, setTyped] = useDebounced(PLACES_DELAY_MS);
  const [problem, setProblem] = useState<string>();
  const focusFirst = useEffectEvent(() => focusOnOpen && input.current?.focus());
  useEffect(() => void focusFirst(), []);

  const apply = (place: string, distance: string) => {
    setProblem(undefined);
    void refine(withParams(params, { place: place || undefined, within: distance ? Number(distance) : undefined }));
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const found = await findProblem(text.trim());
    setProblem(found);
    if (found) input.current?.focus();
    else apply(text.trim(), within);
  };
  const position = usePosition((found) => apply(formatPosition(found), within || `${NEAR_KM}`));
  return (
    <form className="place-form" aria-label="Place" onSubmit={(event) => void onSubmit(event)}>
      <div className="field">
        <label htmlFor={`${id}-place`}>Town, island, area or {getRegionName('postcode')}</label>
        {problem && (
          <p className="error" id={`${id}-problem`} role="alert">
            <CircleAlert small />
            {problem}
          </p>
        )}
        <input
          ref={input}
          id={`${id}-place`}
          className="input"
          name="place"
          value={text}
          list={`${id}-names`}
          maxLength={MAX_PLACE_LENGTH}
          autoComplete="off"
          enterKeyHint="search"
          aria-describedby={problem && `${id}-problem`}
          aria-invalid={problem !== undefined}
          onChange={({ target }) => {
            setText(target.value);
            setTyped(target.value.trim(), 'later');
          }}
        />
        <PlaceNames id={`${id}-names`} start={typed} />
      </div>
      <div className="field">
        <label htmlFor={`${id}-within`}>Distance</label>
        <select
          id={`${id}-within`}
          className="input"
          name="within"
          value={within}
          onChange={({ target }) => setWithin(target.value)}
        >
          <option value="">Inside the place</option>
          {listDistances(params.within).map((km) => (
            <option key={km} value={km}>
              Within {km} km
            </option>
          ))}
        </select>
      </div>
      <div className="place-form__buttons">
        <button type="submit" className="button">
          Apply
        </button>
        <button
          type="button"
          className="button"
          aria-busy={position.isLocating}
          aria-disabled={position.isLocating}
          onClick={() => !position.isLocating && position.locate()}
        >
          <MapPin />
          {position.isLocating ? FINDING_POSITION : USE_MY_POSITION}
        </button>
      </div>
      {position.problem && (
        <p className="error" role="alert">
          <CircleAlert small />
          {position.problem}
        </p>
      )}
    </form>
  );
}

/** Names of places for the completion of the browser. */
function PlaceNames({ id, start }: { id: string; start: string }) {
  const { api } = useRouter().options.context;
  const { data } = useQuery({ ...placesQuery(api, start), enabled: start !== '', placeholderData: keepPreviousData });
  return (
    <datalist id={id}>
      {data?.names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}

/** Returns a function that finds out what is wrong with the name of a place, if anything. */
function useFindProblem(): (place: string) => Promise<string | undefined> {
  const { api } = useRouter().options.context;
  const queryClient = useQueryClient();
  return async (place) => {
    if (place === '') return undefined;
    const { data: parsed } = placeParam.safeParse(place);
    if (parsed === undefined) return ENTER_PLACE;
    if (typeof parsed !== 'string') return undefined;
    // If the check fails, the search itself reports the error.
    const found = await queryClient.fetchQuery(placesQuery(api, place)).catch(() => undefined);
    return found?.isPlace === false ? unknownPlace(place) : undefined;
  };
}

/** The distances on offer, with that of the current search, which may come from its words. */
function listDistances(current: number | undefined): number[] {
  const all = new Set(DISTANCES_KM);
  if (current !== undefined) all.add(current);
  return [...all].sort((a, b) => a - b);
}
