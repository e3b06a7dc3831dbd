import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './popover.css';

/**
 * A button with a popover below it. The popover closes on Escape, which restores the focus, and when the focus or a press is outside.
 * @param props.children renders the content; called with a function that closes the popover
 * @param props.opened whether it is open at first, for a button that was just added
 */
export function Popover(props: {
  label: string;
  button: ReactNode;
  className: string;
  /** The edge of the button that the popover is aligned with. */
  side?: 'left' | 'right';
  /** Id of the button, and of its description. */
  id?: string | undefined;
  describedBy?: string | undefined;
  opened?: boolean;
  onClose?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const { label, button, className, side = 'left', opened = false, onClose, children } = props;
  const id = useId();
  const buttonId = props.id ?? `${id}button`;
  const container = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(opened);
  const leave = () => {
    setOpen(false);
    onClose?.();
  };
  const close = () => {
    leave();
    document.getElementById(buttonId)?.focus({ preventScroll: true });
  };
  useCloseOnLeave(container, open, leave);
  useEffect(() => {
    if (open) focusFirstControl(container.current?.querySelector<HTMLElement>('.popover'));
  }, [open]);
  return (
    <div
      ref={container}
      role="presentation"
      className="popover-container"
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
      onBlur={(event: FocusEvent) => {
        if (open && event.relatedTarget && !container.current?.contains(event.relatedTarget)) leave();
      }}
    >
      <button
        type="button"
        id={buttonId}
        className={className}
        aria-describedby={props.describedBy}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? close() : setOpen(true))}
      >
        {button}
      </button>
      {open && (
        // A press beside its controls must not move the focus out of the popover, which would close it.
        <div id={id} role="group" aria-label={label} className={`popover popover--${side}`} tabIndex={-1}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

/** Scrolls the popover into view and focuses its checked control, or else its first one. */
function focusFirstControl(popover: HTMLElement | null | undefined): void {
  if (!popover) return;
  const chosen = popover.querySelector<HTMLElement>('input:checked:enabled, [aria-current="true"]');
  popover.scrollIntoView({ block: 'nearest' });
  (chosen ?? popover.querySelector<HTMLElement>('input:enabled, button, a'))?.focus({ preventScroll: true });
  const { top, bottom } = popover.getBoundingClientRect();
  const { top: first = top, bottom: last = bottom } = chosen?.getBoundingClientRect() ?? {};
  if (last > bottom) popover.scrollTop += (first + last - top - bottom) / 2;
}

function useCloseOnLeave(container: React.RefObject<HTMLElement | null>, open: boolean, leave: () => void): void {
  const latestLeave = useRef(leave);
  useEffect(() => {
    latestLeave.current = leave;
  });
  useEffect(() => {
    if (!open) return undefined;
    const listen = ({ target }: Event) => {
      if (!container.current?.contains(target as Node)) latestLeave.current();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [container, open]);
}
