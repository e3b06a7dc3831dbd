import { Dialog } from './Dialog.tsx';
import './conflict.css';

/** A value that changed after the user loaded it: as formatted text, before and now. */
export interface Change {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/**
 * Shown when an action was rejected because the data changed after the user loaded it. The user reviews the changes or confirms the action.
 * @param props.confirmLabel the verb on the button
 * @param props.error a sentence that says what was not done
 */
export default function StaleDataDialog(props: {
  changes: readonly Change[];
  confirmLabel: string;
  error: string;
  /** Whether the action cannot be undone. */
  isDestructive?: boolean;
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const { changes, confirmLabel, error, isDestructive = false, open, onClose, onConfirm } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Changed since you opened it" isAlert>
      <div className="dialog__body">
        <p>{`Somebody else has changed ${changes.length === 1 ? 'this' : 'these'}. ${error}`}</p>
        {changes.map(({ label, before, now }) => (
          <section key={label} className="conflict" aria-label={label}>
            <h3 className="label">{label}</h3>
            <dl className="changes">
              <div>
                <dt className="small">When you opened it</dt>
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
          Review the changes
        </button>
        <button
          type="button"
          className={`button ${isDestructive ? 'button--danger' : 'button--primary'}`}
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
