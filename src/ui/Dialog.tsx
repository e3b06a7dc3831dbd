import { type ReactNode, useEffect, useId, useRef } from 'react';
import { X } from './icons.tsx';
import './dialog.css';

/** For the control that has the focus when its dialog opens; otherwise that is the first one. Give it as `ref`. */
export function markInitialFocus(control: HTMLInputElement | null): void {
  if (control) control.autofocus = true;
}

/**
 * A modal dialog on the browser's own element, which holds the focus, closes on Escape, returns the focus, and keeps the page
 * behind it out of reach. `side` makes it a panel on the right edge; beside a picture it fills the screen
 * of a phone.
 * @param props.picture stands beside everything else where there is room
 */
export function Dialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  shape?: 'box' | 'large' | 'side';
  /** For what interrupts, such as an error or a question. */
  isAlert?: boolean;
  /** Whether a click beside it leaves it open. */
  staysOnBackdropClick?: boolean;
  picture?: ReactNode;
  children: ReactNode;
}) {
  const {
    open,
    onClose,
    title,
    shape = 'box',
    isAlert = false,
    staysOnBackdropClick = false,
    picture,
    children,
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Who marks text and lets go beside the dialog has not asked to leave it.
  const pressedBeside = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    // A click beside the dialog closes it; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`dialog dialog--${shape} ${picture ? 'dialog--pictured' : ''}`}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onClose={onClose}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) =>
        !staysOnBackdropClick && event.target === event.currentTarget && pressedBeside.current && onClose()
      }
    >
      {open && (
        <div className="dialog__inside">
          {picture}
          <div className="dialog__main">
            <div className="dialog__head">
              <h2 id={heading} className={picture ? 'display display--3' : 'display display--1'}>
                {title}
              </h2>
              <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
                <X />
              </button>
            </div>
            {children}
          </div>
        </div>
      )}
    </dialog>
  );
}
