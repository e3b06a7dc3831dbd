import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import type { BoardView } from '../../schema.ts';
import { lookBooksQuery, requestLookBookMutation } from '../client.ts';
import { FORMAT_LABELS } from '../messages.ts';
import { DEFAULT_COLOUR, LOOK_BOOK_FORMATS, type LookBookSettings } from '../schema.ts';
import { LookBookList } from './LookBookList.tsx';
import { LookBookPreview } from './LookBookPreview.tsx';
import '../../../../ui/form.css';
import '../../../../ui/checkbox.css';
import './look-book.css';

const CONTENTS = [
  ['facts', 'Facts'],
  ['map', 'Maps'],
  ['notes', 'Notes of the board'],
  ['states', 'States and costs'],
  ['answers', 'Answers of guests'],
] as const;
/** A ZIP has photographs, and captions in a table. */
const NOT_IN_ZIP = new Set(['facts', 'map']);

/** Dialog that makes a document of a board, and lists those that were made. */
export default function LookBookDialog(props: { api: Api; board: BoardView; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Make a look-book" shape="large">
      <LookBookForm {...props} />
    </Dialog>
  );
}

function LookBookForm({ api, board, onClose }: { api: Api; board: BoardView; onClose: () => void }) {
  const made = useQuery(lookBooksQuery(api, board.id));
  const request = useMutation(requestLookBookMutation(api));
  const [settings, setSettings] = useState<LookBookSettings>({
    title: board.title,
    subtitle: '',
    colour: DEFAULT_COLOUR,
    format: 'PDF',
    photographsPerPage: 4,
    notes: false,
    states: false,
    answers: false,
    facts: true,
    map: true,
  });
  const change = (changed: Partial<LookBookSettings>) => setSettings({ ...settings, ...changed });
  const lookBooks = made.data?.look_books ?? [];
  const isBusy = request.isPending || lookBooks.some(({ state }) => state === 'WAITING');
  const hasPages = settings.format !== 'ZIP';
  // Only the owner has the number of guest links, and sees the answers.
  const contents = CONTENTS.filter(
    ([name]) => (hasPages || !NOT_IN_ZIP.has(name)) && (name !== 'answers' || board.shared.guest_link_count > 0),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    request.mutate(
      { id: board.id, ...settings },
      {
        // The progress is above the fields, often outside a small window.
        onSuccess: () => form.scrollIntoView(),
        onError: (error) => document.getElementById(`look-book-${Object.keys(getFieldErrors(error))[0]}`)?.focus(),
      },
    );
  };
  const fieldErrors = getFieldErrors(request.error);
  const problem = made.error ?? (Object.keys(fieldErrors).length > 0 ? null : request.error);
  return (
    <form method="post" noValidate onSubmit={submit}>
      <div className="dialog__body look-book">
        {problem && <ErrorAlert message={getErrorMessage(problem)} />}
        <LookBookList api={api} lookBooks={lookBooks} />
        <div className="look-book__columns">
          <div>
            <Field id="look-book-title" label="Title" error={fieldErrors.title} registration={{}}>
              {(control) => (
                <input
                  {...control}
                  value={settings.title}
                  onChange={(event) => change({ title: event.target.value })}
                />
              )}
            </Field>
            <fieldset className="look-book__choices">
              <legend>Format</legend>
              {LOOK_BOOK_FORMATS.map((format) => (
                <label key={format} className="choice">
                  <input
                    type="radio"
                    name="format"
                    checked={settings.format === format}
                    onChange={() => change({ format })}
                  />
                  {FORMAT_LABELS[format]}
                </label>
              ))}
            </fieldset>
            {hasPages && (
              <>
                <Field
                  id="look-book-subtitle"
                  label="Line below the title"
                  error={fieldErrors.subtitle}
                  registration={{}}
                >
                  {(control) => (
                    <input
                      {...control}
                      value={settings.subtitle}
                      onChange={(event) => change({ subtitle: event.target.value })}
                    />
                  )}
                </Field>
                <Field id="look-book-colour" label="Colour" error={undefined} registration={{}}>
                  {(control) => (
                    <input
                      {...control}
                      type="color"
                      value={settings.colour}
                      onChange={(event) => change({ colour: event.target.value })}
                    />
                  )}
                </Field>
              </>
            )}
          </div>
          <div>
            {hasPages && <LookBookPreview board={board} settings={settings} />}
            {made.data && (
              <p className="muted small">
                {`${formatCount(made.data.locations, 'location')}, ${formatCount(made.data.photographs, 'photograph')}`}
              </p>
            )}
            {hasPages && (
              <fieldset className="look-book__choices">
                <legend>Photographs on a page</legend>
                {([4, 1] as const).map((count) => (
                  <label key={count} className="choice">
                    <input
                      type="radio"
                      name="photographs"
                      checked={settings.photographsPerPage === count}
                      onChange={() => change({ photographsPerPage: count })}
                    />
                    {count === 1 ? 'One' : 'Four'}
                  </label>
                ))}
              </fieldset>
            )}
            <fieldset className="look-book__choices">
              <legend>Include</legend>
              {contents.map(([name, label]) => (
                <label key={name} className="choice">
                  <input
                    type="checkbox"
                    checked={settings[name]}
                    onChange={(event) => change({ [name]: event.target.checked })}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          </div>
        </div>
      </div>
      <DialogActions submitLabel="Make look-book" busy={isBusy} onCancel={onClose} />
    </form>
  );
}

function getFieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return (isApiError(error) && error.fields) || {};
}
