import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { writeItem } from '../../../ui/browser-storage.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { CircleAlert } from '../../../ui/icons.tsx';
import { onSessionEnd } from '../../accounts/ui/session.ts';
import { getNoteSchema } from '../schema.ts';
import '../../../ui/form.css';

/** Between the note and what was typed; neither can contain it. */
export const SEPARATOR = '\0';

/** The form of the note on a location of a board. */
export function NoteForm(props: {
  title: string;
  note: string;
  draft: string;
  draftKey: string;
  /** Whether the note has been changed since the draft was begun. */
  isOutdated: boolean;
  onNote: (note: string) => Promise<unknown>;
  onDone: () => void;
}) {
  const { title, note, draft, draftKey, isOutdated, onNote, onDone } = props;
  const id = useId();
  const [value, setValue] = useState(draft);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const storeDraft = useEffectEvent(() => writeItem('localStorage', draftKey, note + SEPARATOR + value));
  useEffect(() => onSessionEnd((reason) => reason === 'expired' && storeDraft()), []);
  const invalid = getNoteSchema(note).safeParse(value).error?.issues[0]?.message;

  const save = async () => {
    if (busy || invalid !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (value.trim() !== note) await onNote(value);
      onDone();
    } catch (error) {
      setFailure(getErrorMessage(error));
      setBusy(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
  };

  return (
    <form
      className="note note--edited"
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {failure !== undefined && <ErrorAlert message={failure} />}
      {isOutdated && (
        <p className="note__text">
          {note === '' ? 'The note has been deleted meanwhile.' : `The note has been changed meanwhile: ${note}`}
        </p>
      )}
      <textarea
        ref={moveCursorToEnd}
        className="input"
        rows={3}
        value={value}
        aria-label={`Note of ${title}`}
        aria-invalid={invalid !== undefined}
        aria-describedby={invalid === undefined ? undefined : `${id}-error`}
        onChange={(event) => setValue(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {invalid !== undefined && (
        <p className="error" id={`${id}-error`} role="alert">
          <CircleAlert small />
          {invalid}
        </p>
      )}
      <div className="note__actions">
        <button type="submit" className="button button--primary" aria-disabled={busy || invalid !== undefined}>
          Save note
        </button>
        <button type="button" className="button button--quiet" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

function moveCursorToEnd(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.setSelectionRange(area.value.length, area.value.length);
}
