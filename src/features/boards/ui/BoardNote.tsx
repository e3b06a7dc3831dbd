import { type KeyboardEvent, useId, useState } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { CircleAlert, Pencil } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { getNoteSchema } from '../schema.ts';
import '../../../ui/form.css';

/**
 * The note on a location of a board, edited in place.
 * @param props.onNote null if the user may not edit it
 */
export function BoardNote(props: {
  title: string;
  note: string | null;
  onNote: ((note: string) => Promise<unknown>) | null;
}) {
  const { title, note, onNote } = props;
  const id = useId();
  const focusById = useFocusById();
  const [editing, setEditing] = useState(false);
  const close = () => {
    setEditing(false);
    focusById(id);
  };
  if (editing && onNote) return <NoteForm title={title} note={note ?? ''} onNote={onNote} onDone={close} />;
  return (
    <div className="note">
      {note !== null && <p className="note__text">{note}</p>}
      {onNote && (
        <button
          type="button"
          id={id}
          className="note__edit no-print"
          aria-label={note === null ? `Add a note to ${title}` : `Edit the note of ${title}`}
          onClick={() => setEditing(true)}
        >
          <Pencil small />
          {note === null ? 'Add a note' : 'Edit note'}
        </button>
      )}
    </div>
  );
}

function NoteForm(props: {
  title: string;
  note: string;
  onNote: (note: string) => Promise<unknown>;
  onDone: () => void;
}) {
  const { title, note, onNote, onDone } = props;
  const id = useId();
  const [value, setValue] = useState(note);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
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
