import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { FilterCount } from '../../../ui/filter-button/FilterCount.tsx';
import { DROPDOWN_CLOSE_DELAY_MS } from '../schema.ts';

/** A filter: a button that opens a popup. @param props.count number of selected values */
export function FilterMenu(props: {
  label: string;
  count: number;
  popup: 'listbox' | 'dialog';
  children: (popup: { id: string; focusOnOpen: boolean }) => ReactNode;
}) {
  const { label, count, popup, children } = props;
  const popupId = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<'by keyboard' | 'by pointer'>();
  const close = () => setOpen(undefined);
  const dismissProps = useDismiss(menu, open !== undefined, close);
  const onKeyDown = (event: React.KeyboardEvent) => {
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
        className="filter-button"
        aria-haspopup={popup}
        aria-expanded={open !== undefined}
        aria-controls={open && popupId}
        // A click from the keyboard has no detail.
        onClick={(event) => (open ? close() : setOpen(event.detail === 0 ? 'by keyboard' : 'by pointer'))}
      >
        {label} <FilterCount count={count} />
      </button>
      {open && children({ id: popupId, focusOnOpen: open === 'by keyboard' })}
    </div>
  );
}

/**
 * Closes two seconds after the mouse has left, unless it is in use: a field has the focus, or the browser asks for permission. Closes at
 * once when focus or a click is outside.
 */
function useDismiss(menu: React.RefObject<HTMLElement | null>, open: boolean, close: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closeUnlessInUse = () => menu.current?.querySelector('input:focus, select:focus, [aria-busy=true]') ?? close();
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
    onPointerLeave: (event: React.PointerEvent) => {
      clearTimeout(timer.current);
      if (open && event.pointerType === 'mouse') timer.current = setTimeout(closeUnlessInUse, DROPDOWN_CLOSE_DELAY_MS);
    },
    onBlur: (event: React.FocusEvent) => {
      if (open && event.relatedTarget && !menu.current?.contains(event.relatedTarget)) close();
    },
  };
}
