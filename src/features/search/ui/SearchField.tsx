import { type KeyboardEvent, Suspense, lazy, useEffect, useId, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Search } from '../../../ui/icons.tsx';
import { type SearchParams, withParams } from '../search-params.ts';
import { suggestionsQuery } from '../client.ts';
import { MAX_QUERY_LENGTH, TYPEAHEAD_DELAY_MS } from '../schema.ts';
import type { TypeaheadHandle, TypeaheadState } from './Typeahead.tsx';
import { useRefine } from './refine-search.tsx';
import './search-field.css';

const loadTypeahead = () => import('./Typeahead.tsx');
const Typeahead = lazy(loadTypeahead);

const NO_PARAMS: SearchParams = {};

/**
 * The field that a search starts from, with suggestions while typing (the combobox pattern of ARIA). Without JavaScript it
 * is a plain form.
 * @param props.address the present search, which the words are added to
 * @param props.delay milliseconds without a keystroke before suggestions are asked for
 */
export function SearchField(props: { look: 'hero' | 'bar'; label: string; address?: SearchParams; delay?: number }) {
  const { look, label, address = NO_PARAMS, delay = TYPEAHEAD_DELAY_MS } = props;
  const refine = useRefine();
  const { api } = useRouter().options.context;
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const typeahead = useRef<TypeaheadHandle>(null);
  const [text, setText] = useSyncedState(address.query ?? '');
  const [asked, ask] = useDebounced(delay);
  const [active, setActive] = useState<string>();
  const [state, setState] = useState<TypeaheadState>('waiting');
  const open = asked !== '';
  // Asked here and not where it is shown, so that neither waits for the other.
  const answer = useQuery({ ...suggestionsQuery(api, asked), enabled: open });

  const close = () => {
    ask('');
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
          search(withParams(address, { query: text }));
        }}
      >
        {look === 'hero' ? <Search /> : <SubmitIcon />}
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
          // What cannot be fetched ahead is fetched when it is shown, with its error.
          onFocus={() => void loadTypeahead().catch(() => {})}
          onChange={(event) => {
            setText(event.target.value);
            setActive(undefined);
            ask(event.target.value.trim(), 'later');
          }}
          onKeyDown={onKeyDown}
        />
        <HiddenParams address={address} />
        {look === 'hero' && <button type="submit">Search</button>}
      </form>
      {open && (
        <Suspense>
          <Typeahead
            key={asked}
            ref={typeahead}
            id={list}
            answer={answer}
            address={address}
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

/** The magnifying glass of the filter bar is its button. */
function SubmitIcon() {
  return (
    <button type="submit" className="search__glass" aria-label="Search">
      <Search />
    </button>
  );
}

/** What a form sent without JavaScript takes with it. */
function HiddenParams({ address }: { address: SearchParams }) {
  const { query: _, currentPage: __, ...kept } = address;
  return Object.entries(kept).flatMap(([name, values]) =>
    [values].flat().map((value) => <input key={name + value} type="hidden" name={name} value={value} />),
  );
}

/** State that starts anew whenever the value it comes from changes. */
function useSyncedState(value: string): [string, (value: string) => void] {
  const [before, setBefore] = useState(value);
  const [own, setOwn] = useState(value);
  if (before !== value) {
    setBefore(value);
    setOwn(value);
  }
  return [own, setOwn];
}

/** A text that is set at once, or only when no other followed for a while. */
function useDebounced(delay: number): [string, (text: string, when?: 'later') => void] {
  const [settled, setSettled] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (text: string, when?: 'later') => {
    clearTimeout(timer.current);
    if (when === 'later') timer.current = setTimeout(() => setSettled(text), delay);
    else setSettled(text);
  };
  return [settled, set];
}
