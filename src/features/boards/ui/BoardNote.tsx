import { useId, useState, useSyncExternalStore } from 'react';
import { Pencil } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { onStorageChange, readItem, writeItem } from '../../../ui/browser-storage.ts';
import { NoteForm, SEPARATOR } from './NoteForm.tsx';

/**
 * The note on a location of a board, or the comment of a guest, edited in place.
 * @param props.word what it is called
 * @param props.draftKey under which the browser stores the note and what is typed when the session expires or the form disappears, as when
 * somebody else moves the location, until the form is there again
 * @param props.onNote gets the new note and the one that it is based on; null if the user may not edit it
 */
export function BoardNote(props: {
  word?: 'note' | 'comment';
  title: string;
  note: string | null;
  draftKey: string;
  onNote: ((note: string, baseNote: string) => Promise<unknown>) | null;
}) {
  const { word = 'note', title, note, draftKey, onNote } = props;
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
  const draft = storedDraft ?? opened;
  const close = () => {
    writeItem('localStorage', draftKey, undefined);
    setOpened(undefined);
    focusById(id);
  };
  if (draft !== undefined && onNote) {
    const base = storedNote ?? draft;
    return <NoteForm {...{ word, title, base, draft, draftKey, onNote }} note={note ?? ''} onDone={close} />;
  }
  return (
    <div className="note">
      {note !== null && <p className="note__text">{note}</p>}
      {onNote && (
        <button
          type="button"
          id={id}
          className="note__edit no-print"
          aria-label={note === null ? `Add a ${word} to ${title}` : `Edit the ${word} of ${title}`}
          onClick={() => setOpened(note ?? '')}
        >
          <Pencil small />
          {note === null ? `Add a ${word}` : `Edit ${word}`}
        </button>
      )}
    </div>
  );
}
