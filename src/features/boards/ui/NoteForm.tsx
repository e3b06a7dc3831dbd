import {
  type KeyboardEvent,
  Suspense,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { getErrorMessage } from '../../../platform/http/contract.ts';
import { writeItem } from '../../../ui/browser-storage.ts';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { CircleAlert } from '../../../ui/icons.tsx';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import { onSessionEnd } from '../../accounts/ui/session.ts';
import { getNoteSchema } from '../schema.ts';
import '../../../ui/form.css';

const TextConflict = lazyPart(() => import('../../../ui/TextConflict.tsx'));

/** Between the note and what was typed; neither can contain it. */
export const SEPARATOR = '\0';

/** The form of the note on a location of a board, or of the comment of a guest. */
export function NoteForm(props: {
  word: 'note' | 'comment';
  title: string;
  /** The note as it is now. */
  note: string;
  /** The note as it was when typing began. */
  base: string;
  draft: string;
  draftKey: string;
  onNote: (note: string, baseNote: string) => Promise<unknown>;
  onDone: () => void;
}) {
  const { word, title, note, draft, draftKey, onNote, onDone } = props;
  const label = `${word === 'note' ? 'Note' : 'Comment'} of ${title}`;
  const id = useId();
  const [value, setValue] = useState(draft);
  const [base, setBase] = useState(props.base);
  const area = useRef<HTMLTextAreaElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  /** Whether the typed text is to be forgotten. */
  const isOver = useRef(false);
  const storeDraft = useEffectEvent(() => {
    if (!isOver.current && value.trim() !== base) writeItem('localStorage', draftKey, base + SEPARATOR + value);
  });
  useEffect(
    () =>
      onSessionEnd((reason) => {
        if (reason === 'expired') storeDraft();
        isOver.current = true;
      }),
    [],
  );
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  // Before the form is removed, so that one in another place has the draft at once.
  useLayoutEffect(() => () => storeDraft(), []);
  const done = () => {
    isOver.current = true;
    onDone();
  };
  const invalid = getNoteSchema(note).safeParse(value).error?.issues[0]?.message;

  const save = async () => {
    if (busy || invalid !== undefined) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if (value.trim() !== base) await onNote(value, base);
      done();
    } catch (error) {
      setFailure(getErrorMessage(error));
      setBusy(false);
    }
  };
  const resolve = (text: string) => {
    setValue(text);
    setBase(note);
    setFailure(undefined);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') done();
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
        ref={area}
        className="input"
        rows={3}
        value={value}
        aria-label={label}
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
      {note !== base && ![base, note].includes(value.trim()) && (
        <Suspense fallback={null}>
          <TextConflict
            label={label}
            mine={value}
            theirs={note}
            onMine={() => resolve(value)}
            onTheirs={() => resolve(note)}
          />
        </Suspense>
      )}
      <div className="note__actions">
        <button type="submit" className="button button--primary" aria-disabled={busy || invalid !== undefined}>
          Save {word}
        </button>
        <button type="button" className="button button--quiet" onClick={done}>
          Cancel
        </button>
      </div>
    </form>
  );
}
