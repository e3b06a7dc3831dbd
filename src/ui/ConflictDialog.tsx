import { type FormEvent, useId } from 'react';
import { Dialog } from './Dialog.tsx';
import './conflict.css';

/** A field that was changed both here and on the server. */
export interface Conflict<Name> {
  readonly name: Name;
  readonly label: string;
  /** The value typed here and the saved value, formatted. */
  readonly mine: string;
  readonly theirs: string;
}

/**
 * Resolves an edit conflict: for each field the user chooses their own value or the saved one.
 * @param props.saved heading of the saved values
 * @param props.onChoose called with the fields that take the saved value
 */
export default function ConflictDialog<Name extends string>(props: {
  conflicts: readonly Conflict<Name>[];
  saved?: string;
  open: boolean;
  onClose: () => void;
  onChoose: (theirs: ReadonlySet<Name>) => void;
}) {
  const { conflicts, saved = 'Saved', open, onClose, onChoose } = props;
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    onChoose(new Set(conflicts.map(({ name }) => name).filter((name) => chosen.get(name) === 'theirs')));
  };
  return (
    <Dialog open={open} onClose={onClose} title="Changed in two places" isAlert>
      <form method="post" onSubmit={choose}>
        <div className="dialog__body">
          <p>
            {conflicts.length === 1 ? 'This field was' : 'These fields were'} changed here, and in another window or by
            somebody else. Choose which values to save. All other changes are saved.
          </p>
          {conflicts.map(({ name, label, mine, theirs }) => (
            <fieldset key={name} className="field conflict">
              <legend>{label}</legend>
              <div className="choices">
                <Value name={name} value="mine" title="Yours" shown={mine} isChosen />
                <Value name={name} value="theirs" title={saved} shown={theirs} />
              </div>
            </fieldset>
          ))}
        </div>
        <div className="dialog__foot">
          <button type="button" className="button button--quiet" onClick={onClose}>
            Decide later
          </button>
          <button type="submit" className="button button--primary">
            Save these values
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Value(props: { name: string; value: string; title: string; shown: string; isChosen?: boolean }) {
  const { name, value, title, shown, isChosen = false } = props;
  const id = useId();
  return (
    <label className="choice">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={isChosen}
        aria-labelledby={`${id}-title`}
        aria-describedby={id}
      />
      <span>
        <strong id={`${id}-title`}>{title}</strong>
        <span id={id} className="conflict__value">
          {shown}
        </span>
      </span>
    </label>
  );
}
