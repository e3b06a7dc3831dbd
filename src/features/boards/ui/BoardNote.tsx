import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState, useSyncExternalStore } from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { CircleAlert, Pencil } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { onStorageChange, readItem, writeItem } from '../../../ui/browser-storage.ts';
import { onSessionEnd } from '../../accounts/ui/session.ts';
import { getNoteSchema } from '../schema.ts';
import '../../../ui/form.css';

/** Between the note and what was typed; neither can contain it. */
const SEPARATOR = '\0';

/**
 * The note on a location of a board, edited in place.
 * @param props.draftKey under which the browser stores the note and what is typed when the session expires, until the user has logged in
 * again
 * @param props.onNote null if the user may not edit it
 */
export function BoardNote(props: {
  title: string;
  note: string | null;
  draftKey: string;
  onNote: ((note: string) => Promise<unknown>) | null;
}) {
  const { title, note, draftKey, onNote } = props;
  const id = useId();
  const focusById = useFocusById();
  /** The text that the form starts with; undefined while it is closed. */
  const [opened, setOpened] = useState<string>();
  const stored = useSyncExternalStore(
    onStorageChange,
    () => readItem('localStorage', draftKey),
    () => undefined,
  );
  const [storedNote, storedDraft] = stored?.split(SEPARATOR) ?? [];
  const draft = opened ?? storedDraft;
  const isOutdated = storedNote !== undefined && storedNote !== (note ?? '');
  const close = () => {
    writeItem('localStorage', draftKey, undefined);
    setOpened(undefined);
    focusById(id);
  };
  if (draft !== undefined && onNote) {
    return <NoteForm {...{ title, draft, draftKey, isOutdated, onNote }} note={note ?? ''} onDone={close} />;
  }
  return (
    <div className="note">
      {note !== null && <p className="note__text">{note}</p>}
      {onNote && (
        <button
          type="button"
          id={id}
          className="note__edit no-print"
          aria-label={note === null ? `Add a note to ${title}` : `Edit the note of ${title}`}
          onClick={() => setOpened(note ?? '')}
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
