import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Nothing, lazyPart } from '../../../../ui/LazyMount.tsx';
import { Search } from '../../../../ui/icons.tsx';
import { type SearchParams, withParams } from '../../search-params.ts';
import { suggestionsQuery } from '../../client.ts';
import { MAX_QUERY_LENGTH, TYPEAHEAD_DELAY_MS } from '../../schema.ts';
import type { TypeaheadHandle, TypeaheadState } from '../Typeahead.tsx';
import { useDebounced, useSyncedState } from './input-state.ts';
import { useRefine } from './refine-search.tsx';
import './search-field.css';

const loadTypeahead = () => import('../Typeahead.tsx');
const Typeahead = lazyPart(loadTypeahead, Nothing);

const NO_PARAMS: SearchParams = {};

/**
 * The search field, with suggestions while typing (ARIA combobox pattern). Without JavaScript it is a plain form.
 * @param props.params the current search, to which the query is added
 */
export function SearchField(props: { look: 'hero' | 'bar'; label: string; params?: SearchParams; delay?: number }) {
  const { look, label, params = NO_PARAMS, delay = TYPEAHEAD_DELAY_MS } = props;
  const refine = useRefine();
  const { api } = useRouter().options.context;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const typeahead = useRef<TypeaheadHandle>(null);
  const [text, setText] = useSyncedState(params.query ?? '');
  const [typed, setTyped] = useDebounced(delay);
  const [active, setActive] = useState<string>();
  const [state, setState] = useState<TypeaheadState>('waiting');
  const open = typed !== '';
  // Queried here rather than in the typeahead, so that data and code load in parallel.
  const suggestions = useQuery({ ...suggestionsQuery(api, typed), enabled: open });

  const close = () => {
    setTyped('');
    setActive(undefined);
    setState('waiting');
  };
  const search = (next: SearchParams) => {
    setText(next.query ?? '');
    close();
    void refine(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      typeahead.current?.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      typeahead.current?.choose();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  };

  return (
    <search
      className={`search search--${look}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
    >
      <form
        action="/find-a-location"
        onSubmit={(event) => {
          event.preventDefault();
          search(withParams(params, { query: text }));
        }}
      >
        {look === 'hero' ? (
          <Search />
        ) : (
          <button type="submit" className="search__glass" aria-label="Search">
            <Search />
          </button>
        )}
        <input
          ref={input}
          type="search"
          name="query"
          role="combobox"
          value={text}
          maxLength={MAX_QUERY_LENGTH}
          placeholder={label}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={open && state === 'found'}
          aria-controls={list}
          aria-activedescendant={active}
          aria-invalid={open && (state === 'failed' || state === 'empty')}
          // If prefetching fails, rendering loads it again.
          onFocus={() => void loadTypeahead().catch(() => {})}
          onChange={(event) => {
            setText(event.target.value);
            setActive(undefined);
            setTyped(event.target.value.trim(), 'later');
          }}
          onKeyDown={onKeyDown}
        />
        <HiddenParams params={params} />
        {look === 'hero' && <button type="submit">Search</button>}
      </form>
      {open && (
        <Suspense>
          <Typeahead
            key={typed}
            ref={typeahead}
            id={list}
            suggestions={suggestions}
            params={params}
            onActive={setActive}
            onState={setState}
            onSearch={search}
            onLeave={close}
          />
        </Suspense>
      )}
    </search>
  );
}

/** The other parameters of the search, which a form submitted without JavaScript would lose. */
function HiddenParams({ params }: { params: SearchParams }) {
  const { query: _, currentPage: __, ...others } = params;
  return Object.entries(others).flatMap(([name, values]) =>
    [values].flat().map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
  );
}
