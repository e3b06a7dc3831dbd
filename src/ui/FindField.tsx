import { useEffect, useState } from 'react';
import { markInitialFocus } from './Dialog.tsx';
import { Search } from './icons.tsx';
import './find-field.css';

/** Milliseconds without a key before a search begins. */
const SEARCH_DEBOUNCE_MS = 300;
const MAX_QUERY_LENGTH = 100;

/** What a dialog searches by: what is typed, what is asked for once somebody stops typing, and which page of it. */
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

/** The field that a dialog searches by. @param props.describedBy the id of what says how many were found */
export function FindField(props: {
  label: string;
  placeholder: string;
  find: Pick<ReturnType<typeof useSearchQuery>, 'typed' | 'setTyped'>;
  failed: boolean;
  describedBy: string;
}) {
  const { label, placeholder, find, failed, describedBy } = props;
  return (
    <div className="find-field">
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
