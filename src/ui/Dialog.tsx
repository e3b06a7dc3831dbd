import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { X } from './icons.tsx';
import './dialog.css';

/** Pass it as the `ref` of the control that gets the focus when the dialog opens. The default is the first control. */
export function markInitialFocus(control: HTMLInputElement | null): void {
  if (control) control.autofocus = true;
}

/**
 * A modal dialog. The native `<dialog>` element traps and restores the focus, closes on Escape and makes the page behind it inert.
 * The shape `side` is a panel at the right edge, `full` fills the window. With a picture the dialog fills the screen of a phone.
 * @param props.picture shown beside the content where there is room
 */
export function Dialog(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  shape?: 'box' | 'large' | 'side' | 'full';
  /** For a message that interrupts, such as an error or a question. */
  isAlert?: boolean;
  /** Whether a click on the backdrop leaves it open. */
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
  // A text selection that starts inside the dialog and ends on the backdrop must not close it.
  const pressedBackdrop = useRef(false);
  // A layout effect, since useFocusById moves the focus on from where closing restores it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    // A click on the backdrop closes the dialog; keyboard users have Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={`dialog dialog--${shape} ${picture ? 'dialog--pictured' : ''}`}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file input inside the dialog has a cancel event too.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers skip the cancel event of a second Escape. This event comes late, when the dialog may be open again.
      onClose={() => open && !dialog.current?.open && onClose()}
      onPointerDown={(event) => {
        pressedBackdrop.current = event.target === event.currentTarget;
      }}
      onClick={(event) =>
        !staysOnBackdropClick && event.target === event.currentTarget && pressedBackdrop.current && onClose()
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
