import { Dialog } from './Dialog.tsx';
import './conflict.css';

/** A part that is another than somebody has seen, with both in words. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/**
 * Shows what somebody else has changed since one looked, because of which an act was not done; one can look closer, or do it now.
 * @param props.act the verb on the button
 * @param props.notDone what did not happen, as a sentence
 */
export default function ChangesDialog(props: {
  changes: readonly Change[];
  confirmLabel: string;
  notDone: string;
  /** Whether it cannot be undone. */
  dangerous?: boolean;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { changes, confirmLabel, notDone, dangerous = false, open, onClose, onConfirm } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Changed since you looked" isAlert>
      <div className="dialog__body">
        <p>{`Somebody else has changed ${changes.length === 1 ? 'this' : 'these'} meanwhile. ${notDone}`}</p>
        {changes.map(({ label, before, now }) => (
          <section key={label} className="conflict" aria-label={label}>
            <h3 className="label">{label}</h3>
            <dl className="changes">
              <div>
                <dt className="small">You saw</dt>
                <dd>{before}</dd>
              </div>
              <div>
                <dt className="small">Now</dt>
                <dd>{now}</dd>
              </div>
            </dl>
          </section>
        ))}
      </div>
      <div className="dialog__foot">
        <button type="button" className="button button--quiet" onClick={onClose}>
          Look at it first
        </button>
        <button
          type="button"
          className={`button ${dangerous ? 'button--danger' : 'button--primary'}`}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {confirmLabel}
        </button>
      </div>
    </Dialog>
  );
}
