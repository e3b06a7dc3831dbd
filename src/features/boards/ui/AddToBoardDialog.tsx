import { type FormEvent, useId, useState } from 'react';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { Dialog, markInitialFocus } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Check, Plus } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import type { LocationCard } from '../../locations/catalogue/schema.ts';
import { createBoardMutation, boardsQuery, addLocationMutation } from '../client.ts';
import { PAGE_SIZE } from '../../../platform/http/paging.ts';
import { type BoardCard, getBoardPath, boardTitle } from '../schema.ts';
import { ALREADY_ON_OWN_BOARD, BOARD_TITLE_LABEL } from '../messages.ts';
import './location-candidates.css';
import '../../../ui/form.css';
import { formatCount } from '../../../platform/text/numbers.ts';

interface Props {
  readonly api: Api;
  readonly location: Pick<LocationCard, 'id' | 'title'>;
  /** Whether to list private boards too. */
  readonly withPrivate: boolean;
  readonly onClose: () => void;
}

/** Dialog that adds a location to an existing or a new board. */
export default function AddToBoardDialog(props: Props & { open: boolean }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title="Add to board">
      <BoardChoice {...props} />
    </Dialog>
  );
}

function BoardChoice({ api, location, withPrivate, onClose }: Props) {
  const toast = useToast();
  const router = useRouter();
  const addition = useMutation(addLocationMutation(api));
  const [failure, setFailure] = useState<string>();
  const adding = addition.isPending ? addition.variables.id : undefined;
  const add = async (board: BoardCard) => {
    if (addition.isPending) return;
    setFailure(undefined);
    try {
      if (board.has_location) throw new AlreadyOnBoardError();
      await addition.mutateAsync({ id: board.id, locationId: location.id });
    } catch (error) {
      return setFailure(toMessage(error));
    }
    onClose();
    toast({
      text: `${location.title} was added to ‘${board.title}’.`,
      action: { label: 'View board', run: () => void router.navigate({ href: getBoardPath(board) }) },
    });
  };
  return (
    <div className="dialog__body">
      <p className="muted small location-candidates__title">{location.title}</p>
      {failure !== undefined && <ErrorAlert key={failure} message={failure} />}
      <NewBoardForm api={api} onCreated={add} onFailure={setFailure} />
      {LISTS.filter(({ list }) => withPrivate || list !== 'private').map((shown) => (
        <BoardChoices
          key={shown.list}
          {...shown}
          api={api}
          locationId={location.id}
          adding={adding}
          onChoose={(board) => void add(board)}
        />
      ))}
    </div>
  );
}

const LISTS = [
  { list: 'own', heading: 'My boards' },
  { list: 'private', heading: 'Private boards' },
  { list: 'shared', heading: 'Shared with me' },
] as const;

/** The board already has the location; thrown without calling the API. */
class AlreadyOnBoardError extends Error {}

function toMessage(error: unknown): string {
  return error instanceof AlreadyOnBoardError ? ALREADY_ON_OWN_BOARD : getErrorMessage(error);
}

function NewBoardForm(props: {
  api: Api;
  onCreated: (board: BoardCard) => Promise<void>;
  onFailure: (message: string) => void;
}) {
  const { api, onCreated, onFailure } = props;
  const id = useId();
  const [value, setValue] = useState('');
  const creation = useMutation(createBoardMutation(api));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // A blank title does nothing.
    if (value.trim() === '' || creation.isPending) return;
    const title = boardTitle.safeParse(value);
    if (!title.success) return onFailure(title.error.issues[0]?.message ?? '');
    try {
      await onCreated(await creation.mutateAsync({ title: title.data }));
    } catch (error) {
      onFailure(getErrorMessage(error));
    }
  };
  return (
    <form className="field" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className="field__name">
        <label htmlFor={id}>New board</label>
      </div>
      <div className="location-candidates__new">
        <input
          ref={markInitialFocus}
          id={id}
          className="input"
          placeholder={BOARD_TITLE_LABEL}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <button type="submit" className="button">
          Create and add
        </button>
      </div>
    </form>
  );
}

/** The boards of a list with a button to load more, and a mark on those that have the location. */
function BoardChoices(props: {
  api: Api;
  list: 'own' | 'private' | 'shared';
  heading: string;
  locationId: string;
  /** Id of the board to which the location is being added. */
  adding: string | undefined;
  onChoose: (board: BoardCard) => void;
}) {
  const { api, list, heading, locationId, adding, onChoose } = props;
  const [pages, setPages] = useState(1);
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, index) =>
      boardsQuery(api, list, {
        page: index + 1,
        size: PAGE_SIZE,
        locationId,
        ...(list === 'shared' && { editable: 'true' }),
      }),
    ),
  });
  const boards = queries.flatMap(({ data }) => data?.data ?? []);
  const total = queries[0]?.data?.total ?? 0;
  const failed = queries.find(({ error }) => error)?.error;
  if (failed) return <ErrorAlert message={getErrorMessage(failed)} />;
  // Few people have boards that are shared with them to edit.
  if (queries[0]?.isPending && list !== 'shared') {
    return (
      <section className="location-candidates__boards" aria-label={heading} aria-busy>
        <h3 className="label">{heading}</h3>
        <p className="muted small">Loading…</p>
      </section>
    );
  }
  if (total === 0) return null;
  return (
    <section className="location-candidates__boards" aria-label={heading}>
      <h3 className="label">{heading}</h3>
      <ul>
        {boards.map((board) => (
          <li key={board.id}>
            <button type="button" onClick={() => onChoose(board)}>
              <span>
                <b>{board.title}</b>
                <small>{formatCount(board.count, 'location')}</small>
              </span>
              {adding === board.id && <span className="muted small">Adding…</span>}
              {adding !== board.id && (board.has_location ? <OnBoardMark /> : <Plus />)}
            </button>
          </li>
        ))}
      </ul>
      {boards.length < total && (
        <button type="button" className="button button--quiet" onClick={() => setPages(pages + 1)}>
          Show more boards
        </button>
      )}
    </section>
  );
}

function OnBoardMark() {
  return (
    <span className="location-candidates__on-board">
      <Check small />
      On this board
    </span>
  );
}
