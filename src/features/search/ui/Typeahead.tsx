import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useState } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Building, MapPin, Search, Shapes } from '../../../ui/icons.tsx';
import { type LocationCard, getFactLabel } from '../../locations/catalogue/schema.ts';
import { StaticMap, Picture } from '../../media/ui/Picture.tsx';
import { type SearchParams, withParams } from '../search-params.ts';
import type { Suggestions } from '../contract.ts';
import type { Suggestion } from '../search-engine.ts';
import { MAX_INSTANT_RESULTS, MAX_SUGGESTIONS } from '../schema.ts';
import { Highlighted } from './highlight/Highlighted.tsx';
import { NO_LOCATIONS } from '../messages.ts';

export type TypeaheadState = 'waiting' | 'found' | 'empty' | 'failed';

export interface TypeaheadHandle {
  /** Moves to the next or previous entry. After the last and before the first one comes the field itself. */
  readonly move: (by: 1 | -1) => void;
  readonly choose: () => void;
}

const KIND = {
  title: { icon: Search, getName: () => '' },
  town: { icon: MapPin, getName: () => 'Town' },
  category: { icon: Shapes, getName: () => 'Category' },
  localauthority: { icon: Building, getName: () => getFactLabel('localauthority') },
  place: { icon: MapPin, getName: () => '' },
  term: { icon: Shapes, getName: () => '' },
} as const satisfies Record<Suggestion['kind'], unknown>;

/** The suggestions for the words typed so far, and the first locations that match. */
export default function Typeahead(props: {
  ref: Ref<TypeaheadHandle>;
  id: string;
  suggestions: Pick<UseQueryResult<Suggestions>, 'data' | 'isError'>;
  params: SearchParams;
  onActive: (optionId: string | undefined) => void;
  onState: (state: TypeaheadState) => void;
  onSearch: (params: SearchParams) => void;
  onLeave: () => void;
}) {
  const { ref, id, params, onActive, onState, onSearch, onLeave } = props;
  const { data, isError } = props.suggestions;
  const router = useRouter();
  const suggestions = data?.suggestions.slice(0, MAX_SUGGESTIONS) ?? [];
  const locations = data?.locations.slice(0, MAX_INSTANT_RESULTS) ?? [];
  const terms = data?.terms ?? [];
  const total = suggestions.length + locations.length;
  const state = isError ? 'failed' : !data ? 'waiting' : total === 0 ? 'empty' : 'found';
  const [active, setActive] = useState(-1);
  const optionId = (index: number) => `${id}-${index}`;

  const notify = useEffectEvent(onState);
  useEffect(() => notify(state), [state]);
  const activate = (index: number) => {
    setActive(index);
    onActive(index < 0 ? undefined : optionId(index));
  };
  const choose = (index: number) => {
    const suggestion = suggestions[index];
    const location = locations[index - suggestions.length];
    if (suggestion) onSearch(toSearchParams(suggestion, params));
    else if (location) {
      onLeave();
      void router.navigate({ to: '/find-a-location/$locationUrl', params: { locationUrl: location.locationurl } });
    }
  };
  useImperativeHandle(ref, () => ({
    // One more position than there are entries: the field.
    move: (by) => {
      const next = ((active + 1 + by + total + 1) % (total + 1)) - 1;
      activate(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    },
    choose: () => choose(active),
  }));

  if (state === 'waiting') return null;
  if (state !== 'found') {
    return (
      <p ref={positionList} className="typeahead typeahead__none" role="alert">
        {NO_LOCATIONS}
      </p>
    );
  }
  const optionProps = (index: number) => ({
    id: optionId(index),
    role: 'option',
    'aria-selected': index === active,
    // Keeps the focus in the field.
    onPointerDown: (event: React.PointerEvent) => event.preventDefault(),
    onPointerMove: () => index !== active && activate(index),
    onClick: () => choose(index),
  });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist can show neither pictures nor groups */}
      <div ref={positionList} id={id} className="typeahead" role="listbox" aria-label="Suggestions">
        {suggestions.map((suggestion, index) => (
          <div key={suggestion.kind + suggestion.text} className="typeahead__suggestion" {...optionProps(index)}>
            <SuggestionEntry suggestion={suggestion} terms={terms} />
          </div>
        ))}
        {locations.map((location, index) => (
          <div key={location.id} className="typeahead__location" {...optionProps(suggestions.length + index)}>
            <LocationEntry location={location} terms={terms} />
          </div>
        ))}
      </div>
      <output className="visually-hidden">
        {suggestions.length} suggestions and {locations.length} locations
      </output>
    </>
  );
}

/** CSS pixels between the list and the edge of the screen, and between the list and the field. */
const MARGIN = 12;

/** Opens the list above the field if it has more room there, and limits its height. */
function positionList(list: HTMLElement | null): void {
  if (!list) return;
  const field = list.parentElement!.getBoundingClientRect();
  // Without the on-screen keyboard.
  const screen = window.visualViewport?.height ?? innerHeight;
  const room = { above: field.top - 2 * MARGIN, below: screen - field.bottom - 2 * MARGIN };
  const isAbove = room.below < list.scrollHeight && room.above > room.below;
  list.classList.toggle('typeahead--above', isAbove);
  list.style.setProperty('--room', `${Math.round(isAbove ? room.above : room.below)}px`);
}

/** Options become filters; all others are searched as words. */
function toSearchParams({ kind, text }: Suggestion, params: SearchParams): SearchParams {
  if (kind !== 'category' && kind !== 'localauthority') return withParams(params, { query: text });
  const chosen = new Set(params[kind]).add(text);
  return withParams(params, { query: undefined, [kind]: [...chosen] });
}

function SuggestionEntry({ suggestion, terms }: { suggestion: Suggestion; terms: readonly string[] }) {
  const { icon: Icon, getName } = KIND[suggestion.kind];
  const detail = suggestion.detail ?? getName();
  return (
    <>
      <Icon />
      <span>
        <Highlighted text={suggestion.text} terms={terms} />
      </span>
      {detail && <small>{detail}</small>}
    </>
  );
}

function LocationEntry({ location, terms }: { location: LocationCard; terms: readonly string[] }) {
  const { primaryimage, latitude, longitude, title, nearesttown } = location;
  return (
    <>
      <div className="typeahead__picture">
        {primaryimage ? (
          <Picture picture={{ ...primaryimage, alt: '' }} sizes="84px" priority />
        ) : (
          latitude !== null &&
          longitude !== null && <StaticMap position={{ latitude, longitude }} alt="" isCloseUp priority />
        )}
      </div>
      <div>
        <b>
          <Highlighted text={title} terms={terms} />
        </b>
        <small>
          <Highlighted text={nearesttown} terms={terms} />
        </small>
      </div>
    </>
  );
}
