// A native select can show neither counts nor multiple selection well, so this is a custom listbox, which handles the keys of its options.
/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events */
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../platform/text/numbers.ts';
import { type FacetField, getFactLabel } from '../../locations/catalogue/schema.ts';
import type { Filters } from './filters.ts';
import { formatLocationCount } from './result-texts.ts';
import { useOptionSearch } from './useOptionSearch.tsx';

/** Milliseconds; a later key starts a new word. */
const TYPE_SELECT_PAUSE_MS = 700;
/** Space between a list and the edge of the window. */
const EDGE_PX = 8;

/**
 * A listbox of options with their counts, below a field to search them if they are many. Arrow keys move, letters jump to the options that
 * start with them, space and Enter select.
 */
export function OptionList(props: {
  id: string;
  field: FacetField;
  options: Filters[number]['options'];
  selected: readonly string[];
  stale: boolean;
  focusOnOpen: boolean;
  onToggle: (option: string) => void;
}) {
  const { id, field, selected, stale, focusOnOpen, onToggle } = props;
  const { found: options, search } = useOptionSearch(field, props.options, selected);
  const popup = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [last, setAt] = useState(() => options.findIndex((option) => selected.includes(option.name)));
  const at = clamp(last, options.length);
  const find = useTypeSelect(options.map((option) => option.name));
  const focus = (index: number) => {
    (list.current?.children[clamp(index, options.length)] as HTMLElement | undefined)?.focus();
  };
  const focusFirst = useEffectEvent(() => {
    if (focusOnOpen) focus(at);
  });
  useEffect(() => focusFirst(), []);
  // Moves a list that would overflow the right edge of the window to the left.
  useLayoutEffect(() => {
    const element = popup.current;
    if (!element) return;
    const over = element.getBoundingClientRect().right + EDGE_PX - document.documentElement.clientWidth;
    if (over > 0) element.style.left = `${-over}px`;
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowUp' && at === 0) popup.current?.querySelector('input')?.focus();
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: options.length - 1 }[event.key];
    if (next !== undefined) focus(next);
    else if (event.key === ' ' || event.key === 'Enter') onToggle(options[at]!.name);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) focus(find(event.key, at));
    else return;
    event.preventDefault();
  };
  return (
    <div ref={popup} id={id} className={stale ? 'options is-stale' : 'options'}>
      {search && (
        <div
          role="presentation"
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            focus(0);
          }}
        >
          {search}
        </div>
      )}
      {options.length === 0 ? (
        <output className="options__none">No options available</output>
      ) : (
        <div
          ref={list}
          className="options__list"
          role="listbox"
          aria-label={getFactLabel(field)}
          aria-multiselectable
          tabIndex={-1}
          onKeyDown={onKeyDown}
        >
          {options.map(({ name, total }, index) => (
            <div
              key={name}
              className="checkbox-row option"
              role="option"
              aria-selected={selected.includes(name)}
              aria-label={stale ? name : `${name}, ${formatLocationCount(total)}`}
              tabIndex={index === at ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={() => onToggle(name)}
            >
              <span>{name}</span>
              <i className="option-count">{formatNumber(total)}</i>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Finds the next option that starts with the letters typed in quick succession. */
function useTypeSelect(names: readonly string[]): (letter: string, from: number) => number {
  const typed = useRef({ text: '', at: 0 });
  return (letter, from) => {
    const now = performance.now();
    const text = (now - typed.current.at > TYPE_SELECT_PAUSE_MS ? '' : typed.current.text) + letter.toLowerCase();
    typed.current = { text, at: now };
    // A single letter moves on to the next option; further letters may stay on the same one.
    const start = text.length === 1 ? from + 1 : from;
    const order = names.map((_, step) => (start + step) % names.length);
    return order.find((index) => names[index]!.toLowerCase().startsWith(text)) ?? from;
  };
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
