import { type FormEvent, useId, useState } from 'react';
import { useMutation, useQueries } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../platform/http/contract.ts';
import { PAGE_SIZE } from '../../../platform/http/paging.ts';
import { formatCount } from '../../../platform/text/numbers.ts';
import { markInitialFocus } from '../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../ui/FormMessages.tsx';
import { Check, Plus } from '../../../ui/icons.tsx';
import { createBoardMutation, boardsQuery } from '../client.ts';
import { BOARD_TITLE_LABEL } from '../messages.ts';
import { type BoardCard, boardTitle } from '../schema.ts';
import './location-candidates.css';
import '../../../ui/form.css';

const LISTS = [
  { list: 'own', heading: 'My boards' },
  { list: 'private', heading: 'Private boards' },
  { list: 'shared', heading: 'Shared with me' },
] as const;

interface PickerProps {
  readonly api: Api;
  /** Whether to list private boards too. */
  readonly withPrivate: boolean;
  /** Boards that have this location are marked. */
  readonly locationId?: string;
  /** Id of the board to which something is being added. */
  readonly adding: string | undefined;
  /** Label of the button that creates a board. */
  readonly createLabel: string;
  readonly onChoose: (board: BoardCard) => Promise<void>;
  readonly onFailure: (message: string) => void;
}

/** Creates a board, or chooses one that the user may change. */
export function BoardPicker({ withPrivate, createLabel, onFailure, ...props }: PickerProps) {
  return (
    <>
      <NewBoardForm api={props.api} label={createLabel} onCreated={props.onChoose} onFailure={onFailure} />
      {LISTS.filter(({ list }) => withPrivate || list !== 'private').map((shown) => (
        <BoardChoices key={shown.list} {...shown} {...props} />
      ))}
    </>
  );
}

function NewBoardForm(props: {
  api: Api;
  label: string;
  onCreated: (board: BoardCard) => Promise<void>;
  onFailure: (message: string) => void;
}) {
  const { api, label, onCreated, onFailure } = props;
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
          {label}
        </button>
      </div>
    </form>
  );
}

/** The boards of a list with a button to load more, and a mark on those that have the location. */
function BoardChoices(
  props: Pick<PickerProps, 'api' | 'locationId' | 'adding' | 'onChoose'> & {
    list: 'own' | 'private' | 'shared';
    heading: string;
  },
) {
  const { api, list, heading, locationId, adding, onChoose } = props;
  const [pages, setPages] = useState(1);
  const queries = useQueries({
    queries: Array.from({ length: pages }, (_, index) =>
      boardsQuery(api, list, {
        page: index + 1,
        size: PAGE_SIZE,
        ...(locationId !== undefined && { locationId }),
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
            <button type="button" onClick={() => void onChoose(board)}>
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
