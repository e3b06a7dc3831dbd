import { type SubmitEvent, useMemo, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage, isApiError } from '../../../../platform/http/contract.ts';
import { formatCount } from '../../../../platform/text/numbers.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { DialogActions } from '../../../../ui/DialogActions.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import type { BoardView } from '../../schema.ts';
import { lookBooksQuery, requestLookBookMutation } from '../client.ts';
import { DEFAULT_COLOUR, type LookBookContents, type LookBookSettings } from '../schema.ts';
import { CONTENTS, LookBookFields } from './LookBookFields.tsx';
import { LookBookList } from './LookBookList.tsx';
import { LookBookPreview } from './LookBookPreview.tsx';
import './look-book.css';

/** Dialog that makes a document of a board, and lists those that were made. */
export default function LookBookDialog(props: {
  api: Api;
  board: BoardView;
  /** Some locations of the board; undefined for all. */
  selectedIds: string[] | undefined;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Make a look-book" shape="large">
      <LookBookForm {...props} />
    </Dialog>
  );
}

function LookBookForm(props: { api: Api; board: BoardView; selectedIds: string[] | undefined; onClose: () => void }) {
  const { api, board, selectedIds, onClose } = props;
  const made = useQuery(lookBooksQuery(api, board.id));
  const request = useMutation(requestLookBookMutation(api));
  const [chosen, setChosen] = useState<Omit<LookBookSettings, 'locationIds'>>({
    title: board.title,
    subtitle: '',
    colour: DEFAULT_COLOUR,
    format: 'PDF',
    photographsPerPage: 4,
    notes: false,
    states: false,
    answers: false,
    refused: false,
    recce: false,
    preparedBy: true,
    logo: true,
    facts: true,
    map: true,
  });
  const change = (changed: Partial<LookBookSettings>) => setChosen({ ...chosen, ...changed });
  const settings = useMemo(() => ({ ...chosen, locationIds: selectedIds ?? null }), [chosen, selectedIds]);
  const lookBooks = made.data?.look_books ?? [];
  const refused = selectedIds
    ? board.locations.data.filter(({ id, state }) => state === 'REFUSED' && selectedIds.includes(id)).length
    : (made.data?.refused ?? 0);
  const { unfinished = 0 } = (settings.recce ? made.data?.with_recce : made.data) ?? {};
  const isBusy = request.isPending || lookBooks.some(({ state }) => state === 'WAITING');
  // Only the owner has the number of guest links, and sees the answers.
  const contents = CONTENTS.filter(([name]) => name !== 'answers' || board.shared.guest_link_count > 0);
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
          <LookBookFields {...{ api, settings, contents, fieldErrors, change }} />
          <div>
            {settings.format !== 'ZIP' && <LookBookPreview {...{ api, board, settings }} isPaused={isBusy} />}
            <p className="muted small">
              {formatContents(made.data, settings)}
              {!settings.refused && refused > 0 && describeRefused(refused)}
            </p>
            {unfinished > 0 && <p className="muted small">{describeUnfinished(unfinished)}</p>}
          </div>
        </div>
      </div>
      <DialogActions submitLabel="Make look-book" busy={isBusy} onCancel={onClose} />
    </form>
  );
}

function formatContents(
  all: LookBookContents | undefined,
  { locationIds, recce }: Pick<LookBookSettings, 'locationIds' | 'recce'>,
): string {
  if (locationIds) return formatCount(locationIds.length, 'selected location');
  if (!all) return '';
  const { photographs } = recce ? all.with_recce : all;
  return `${formatCount(all.locations, 'location')}, ${formatCount(photographs, 'photograph')}`;
}

function describeRefused(count: number): string {
  return `. ${formatCount(count, 'location that has', 'locations that have')} refused will be left out.`;
}

function describeUnfinished(count: number): string {
  const photographs = formatCount(count, 'photograph is', 'photographs are');
  return `${photographs} still being prepared, and missing in a look-book that you make now. Try again in a few minutes.`;
}

function getFieldErrors(error: unknown): Readonly<Partial<Record<string, string>>> {
  return (isApiError(error) && error.fields) || {};
}
