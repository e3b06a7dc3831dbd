import { BOARD_TITLE_LABEL } from '../messages.ts';
import { type FormEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { DialogActions } from '../../../ui/DialogActions.tsx';
import { Dialog, markInitialFocus } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { CircleAlert } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { boardTitle } from '../schema.ts';
import TextConflict from '../../../ui/TextConflict.tsx';
import '../../../ui/form.css';

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Title of the dialog. */
  readonly heading: string;
  readonly submitLabel: string;
  /** Initial title of the board. */
  readonly title?: string;
  /** The title that the board has now, if it is changed. */
  readonly present?: string;
  /** If it rejects, the dialog shows the error and stays open. */
  readonly onTitle: (title: string, baseTitle: string) => Promise<unknown>;
}

/** Dialog for the title of a board. */
export default function BoardTitleDialog(props: Props) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.heading}>
      <TitleForm {...props} />
    </Dialog>
  );
}

function TitleForm({ onClose, submitLabel, title = '', present, onTitle }: Props) {
  const id = useId();
  const [value, setValue] = useState(title);
  const [base, setBase] = useState(title);
  const [invalid, setInvalid] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const focusById = useFocusById();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A blank title does nothing.
    if (busy || value.trim() === '') return;
    const parsed = boardTitle.safeParse(value);
    setFailure(undefined);
    setInvalid(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    setBusy(true);
    try {
      await onTitle(parsed.data, base);
      onClose();
    } catch (error) {
      setFailure(getErrorMessage(error));
      setBusy(false);
    }
  };

  const resolve = (text: string, newBase: string) => {
    setValue(text);
    setBase(newBase);
    setFailure(undefined);
    focusById(id);
  };

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className="dialog__body">
        {failure !== undefined && <ErrorAlert message={failure} />}
        <div className="field">
          <div className="field__name">
            <label htmlFor={id}>{BOARD_TITLE_LABEL}</label>
          </div>
          <input
            ref={markInitialFocus}
            // Typing replaces the current title.
            onFocus={(event) => event.currentTarget.select()}
            id={id}
            className="input"
            value={value}
            autoComplete="off"
            aria-invalid={invalid !== undefined}
            aria-describedby={invalid === undefined ? undefined : `${id}-error`}
            onChange={(event) => setValue(event.target.value)}
          />
          {invalid !== undefined && (
            <p className="error" id={`${id}-error`} role="alert">
              <CircleAlert small />
              {invalid}
            </p>
          )}
          {present !== undefined && present !== base && ![base, present].includes(value.trim()) && (
            <TextConflict
              label={BOARD_TITLE_LABEL}
              mine={value}
              theirs={present}
              onMine={() => resolve(value, present)}
              onTheirs={() => resolve(present, present)}
            />
          )}
        </div>
      </div>
      <DialogActions submitLabel={submitLabel} busy={busy} onCancel={onClose} />
    </form>
  );
}
