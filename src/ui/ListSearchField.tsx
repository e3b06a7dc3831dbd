import { useEffect, useState } from 'react';
import { markInitialFocus } from './Dialog.tsx';
import { Search } from './icons.tsx';
import './list-search-field.css';

/** Milliseconds after the last keystroke. */
const SEARCH_DEBOUNCE_MS = 300;
const MAX_QUERY_LENGTH = 100;

/** The state of a search in a dialog: the typed text, and the debounced request with its page. */
export function useSearchQuery() {
  const [typed, setTyped] = useState('');
  const [request, setRequest] = useState({ query: '', page: 1 });
  useEffect(() => {
    const timer = setTimeout(
      () => setRequest((before) => (before.query === typed.trim() ? before : { query: typed.trim(), page: 1 })),
      SEARCH_DEBOUNCE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const goToPage = (page: number) => setRequest({ query: request.query, page });
  return { typed, setTyped, request, goToPage };
}

/** The search field of a dialog. @param props.describedBy id of the element with the number of results */
export function ListSearchField(props: {
  label: string;
  placeholder: string;
  find: Pick<ReturnType<typeof useSearchQuery>, 'typed' | 'setTyped'>;
  failed: boolean;
  describedBy: string;
}) {
  const { label, placeholder, find, failed, describedBy } = props;
  return (
    <div className="list-search-field">
      <Search />
      <input
        className="input"
        type="search"
        ref={markInitialFocus}
        aria-label={label}
        placeholder={placeholder}
        maxLength={MAX_QUERY_LENGTH}
        value={find.typed}
        aria-invalid={failed}
        aria-describedby={describedBy}
        onChange={(event) => find.setTyped(event.target.value)}
      />
    </div>
  );
}
