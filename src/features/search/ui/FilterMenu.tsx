import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { DROPDOWN_CLOSE_DELAY_MS } from '../schema.ts';
import { OptionList } from './OptionList.tsx';
import type { Filters } from './filters.ts';

/** A filter: a button that opens a list of options. */
export function FilterMenu(props: {
  label: string;
  options: Filters[number]['options'] | undefined;
  selected: readonly string[];
  stale: boolean;
  onToggle: (option: string) => void;
}) {
  const { label, options, selected, stale, onToggle } = props;
  const listId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<'by keyboard' | 'by pointer'>();
  const close = () => setOpen(undefined);
  const dismissProps = useDismiss(menu, open !== undefined, close);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      close();
      menu.current?.querySelector('button')?.focus({ preventScroll: true });
    } else if (event.key === 'ArrowDown' && !open) {
      event.preventDefault();
      setOpen('by keyboard');
    }
  };
  return (
    <div ref={menu} role="presentation" className="filter-menu" onKeyDown={onKeyDown} {...dismissProps}>
      <button
        type="button"
        className="filter"
        aria-haspopup="listbox"
        aria-expanded={open !== undefined}
        aria-controls={open && listId}
        // A click from the keyboard has no detail.
        onClick={(event) => (open ? close() : setOpen(event.detail === 0 ? 'by keyboard' : 'by pointer'))}
      >
        {label}{' '}
        {selected.length > 0 && (
          <b>
            {selected.length}
            <span className="visually-hidden"> chosen</span>
          </b>
        )}
      </button>
      {open && (
        <OptionList
          id={listId}
          label={label}
          options={options ?? []}
          selected={selected}
          stale={stale}
          focusOnOpen={open === 'by keyboard'}
          onToggle={onToggle}
        />
      )}
    </div>
  );
}

/** Closes two seconds after the mouse has left, and at once when the focus or a click goes elsewhere. */
function useDismiss(menu: React.RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closeFromOutside = useEffectEvent((event: Event) => {
    if (!menu.current?.contains(event.target as Node)) close();
  });
  useEffect(() => {
    if (!open) return undefined;
    const listen = (event: Event) => closeFromOutside(event);
    document.addEventListener('pointerdown', listen);
    return () => {
      document.removeEventListener('pointerdown', listen);
      clearTimeout(timer.current);
    };
  }, [open]);
  return {
    onPointerEnter: () => clearTimeout(timer.current),
    onPointerLeave: (event: PointerEvent) => {
      clearTimeout(timer.current);
      if (open && event.pointerType === 'mouse') timer.current = setTimeout(close, DROPDOWN_CLOSE_DELAY_MS);
    },
    onBlur: (event: FocusEvent) => {
      if (open && event.relatedTarget && !menu.current?.contains(event.relatedTarget)) close();
    },
  };
}
