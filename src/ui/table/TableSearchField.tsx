import { useEffect, useId, useRef, useState } from 'react';
import { Search } from '../icons.tsx';
import { Key } from './KeyboardHelp.tsx';
import { useShortcuts } from './shortcuts.ts';
import type { TableControl } from './table-state.ts';

/** Milliseconds without a keystroke before a list is searched. */
const DEBOUNCE_MS = 500;

/** Searches a list during typing. The shortcut `/` focuses it. */
export function TableSearchField(props: {
  table: TableControl;
  label: string;
  placeholder: string;
  length?: number;
  delay?: number;
}) {
  const { table, label, placeholder, length = 100, delay = DEBOUNCE_MS } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useUrlText(table.state.query);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts([{ key: '/', label, action: () => input.current?.select() }]);
  const search = (query: string, how?: 'replace') => {
    clearTimeout(timer.current);
    if (query !== table.state.query) table.navigate({ query }, how);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(typed.trim(), 'replace'), delay);
  };
  return (
    <search className="table-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim());
        }}
      >
        <Search />
        <label className="visually-hidden" htmlFor={id}>
          {label}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="query"
          className="input"
          value={text}
          maxLength={length}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => type(event.target.value)}
        />
        <span aria-hidden>
          <Key name="/" />
        </span>
      </form>
    </search>
  );
}

/** The text of the search box. It follows the query of the URL, unless the text is that query plus what was typed since. */
function useUrlText(query: string): readonly [string, (text: string) => void] {
  const [{ text, urlQuery }, set] = useState({ text: query, urlQuery: query });
  if (urlQuery !== query) set({ text: text.trim().startsWith(query) && query !== '' ? text : query, urlQuery: query });
  return [text, (typed) => set({ text: typed, urlQuery })];
}
