import { type FormEvent, useId, useState } from 'react';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { CharacterCount } from '../../../../ui/CharacterCount.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { MAX_NOTE_LENGTH, type Reason } from '../../decisions/schema.ts';
import { RETURN_TO_OWNER } from '../../messages.ts';
import { TemplateSelect, joinTexts } from './ReasonEditor.tsx';
import { ReasonList } from './ReasonList.tsx';

/**
 * Asks for a general reason, and lists those about single fields, before a location goes back to its owner.
 * @param props.onReturn returns the location; if it rejects, the dialog stays open and shows the error
 */
export default function ReturnDialog(props: {
  api: Api;
  owner: string | null;
  reasons: readonly Reason[];
  open: boolean;
  onClose: () => void;
  onReturn: (note: string) => Promise<void>;
}) {
  const { api, owner, reasons, open, onClose, onReturn } = props;
  const id = useId();
  const [note, setNote] = useState('');
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state.isBusy) return;
    setState({ isBusy: true });
    await onReturn(note.trim()).then(
      () => setState({ isBusy: false }),
      (error: unknown) => setState({ isBusy: false, error }),
    );
  };
  return (
    <Dialog open={open} onClose={onClose} title={RETURN_TO_OWNER} staysOnBackdropClick>
      <form className="form" method="post" noValidate onSubmit={(event) => void submit(event)}>
        <div className="dialog__body">
          {state.error !== undefined && <ErrorAlert message={getErrorMessage(state.error)} />}
          <p>{describeReturn(owner)}</p>
          {reasons.length === 0 ? (
            <p className="muted">You have given no reason about a single field.</p>
          ) : (
            <ReasonList reasons={reasons} />
          )}
          <div className="field">
            <div className="field__name">
              <label htmlFor={id}>About the location as a whole (optional)</label>
            </div>
            <textarea
              id={id}
              className="input"
              rows={4}
              maxLength={MAX_NOTE_LENGTH}
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
            <CharacterCount text={note} limit={MAX_NOTE_LENGTH} />
          </div>
          <TemplateSelect
            api={api}
            label="Template of a reason about the location"
            onChoose={(text) => setNote(joinTexts(note, text))}
          />
        </div>
        <DialogActions submitLabel={RETURN_TO_OWNER} busy={state.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

function describeReturn(owner: string | null): string {
  if (owner === null) return 'This location has no owner: nobody will be notified. It moves back to in progress.';
  return `${owner} will be notified by email, and reads your reasons there and in the form, at the fields.`;
}
