import { type ReactNode, useId, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Bin, Dots, Pencil, Plus } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import {
  createBoardMutation,
  deleteBoardMutation,
  boardPageQuery,
  updateBoardMutation,
  createPrivateBoardMutation,
} from '../client.ts';
import type { BoardCard as Board } from '../schema.ts';
import { BoardCard, getBoardLinkId } from './BoardCard.tsx';
import { DeleteBoardDialog, describeOthers } from './DeleteBoardDialog.tsx';

const BoardTitleDialog = lazyDialog(() => import('./BoardTitleDialog.tsx'));

/** Cards whose pictures come before anything else: those that a page opens with. */
const PRIORITY_CARDS = 2;

type ListName = 'own' | 'archived' | 'private' | 'shared';

/** What the card is called that makes a new board; lists that only archive or receive them have none. */
const CREATE_LABELS: Readonly<Record<ListName, string | null>> = {
  own: 'Create a board',
  private: 'Create a private board',
  archived: null,
  shared: null,
};

/** A board that something is asked about. */
type OpenDialog = { act: 'create' } | { act: 'rename' | 'delete'; board: Board };

/**
 * A page of a list of boards, changed in place.
 * @param props.title of the section; without one the page has said it
 * @param props.empty what stands for a list without boards that cannot be added to here
 * @param props.href the address of another page of the list
 */
export function BoardList(props: {
  api: Api;
  list: ListName;
  page: number;
  title?: string;
  links?: ReactNode;
  empty: ReactNode;
  href: (page: number) => string;
  ruled?: boolean;
}) {
  const { api, list, page, title, links, empty, href, ruled = false } = props;
  const id = useId();
  const { data } = useSuspenseQuery(boardPageQuery(api, list, page));
  const router = useRouter();
  const toFirstPage = async () => {
    if (page > 1) await router.navigate({ href: href(1) });
  };
  const actions = useBoardActions(api, list, data.data, toFirstPage);
  const creates = CREATE_LABELS[list];
  return (
    <section
      id={`${list}-boards`}
      className={ruled ? 'band band--tight band--ruled' : 'band band--tight'}
      tabIndex={-1}
      aria-labelledby={title === undefined ? undefined : id}
      aria-label={title === undefined ? 'Boards' : undefined}
    >
      {(title !== undefined || links) && (
        <div className="band__head">
          {title !== undefined && (
            <h2 className="display display--3" id={id}>
              {title}
            </h2>
          )}
          {links}
        </div>
      )}
      {data.total === 0 && <div className="card-grid__empty">{empty}</div>}
      {data.total > 0 && data.data.length === 0 && <EmptyPage href={href(1)} />}
      <div className="card-grid">
        {creates !== null && (
          <button
            type="button"
            id={`${list}-create`}
            className="new-card"
            onClick={() => actions.show({ act: 'create' })}
          >
            <Plus />
            {creates}
          </button>
        )}
        {data.data.map((board, index) => (
          <BoardCard
            key={board.id}
            board={board}
            heading={title === undefined ? 'h2' : 'h3'}
            priority={list !== 'shared' && index < PRIORITY_CARDS}
            actions={<BoardMenu board={board} onOpen={actions.show} />}
          />
        ))}
      </div>
      <Pagination
        current={page}
        total={data.total}
        size={data.per_page}
        label={title === undefined ? 'Pages' : `Pages of ${title}`}
        to={{ href }}
      />
      {actions.dialogs}
    </section>
  );
}

function BoardMenu({ board, onOpen }: { board: Board; onOpen: (asked: OpenDialog) => void }) {
  const items = [
    ...(board.may.change
      ? [{ name: 'Rename', icon: <Pencil />, onSelect: () => onOpen({ act: 'rename', board }) }]
      : []),
    ...(board.may.delete ? [{ name: 'Delete', icon: <Bin />, onSelect: () => onOpen({ act: 'delete', board }) }] : []),
  ];
  if (items.length === 0) return null;
  return <Menu label={`Change ${board.title}`} icon={<Dots />} items={items} />;
}

/** Creating, renaming and deleting, each with its dialog; the keyboard lands on what came of it. */
function useBoardActions(api: Api, list: ListName, boards: readonly Board[], toFirstPage: () => Promise<void>) {
  const toast = useToast();
  const focusById = useFocusById();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  // What a dialog is about stays while it closes.
  const [board, setBoard] = useState<Board>();
  const createOwn = useMutation(createBoardMutation(api));
  const createPrivate = useMutation(createPrivateBoardMutation(api));
  const update = useMutation(updateBoardMutation(api));
  const removal = useMutation(deleteBoardMutation(api));

  const show = (next: OpenDialog) => {
    setOpenDialog(next);
    if ('board' in next) setBoard(next.board);
  };
  const close = () => setOpenDialog(undefined);
  const create = async (title: string) => {
    const created = await (list === 'private' ? createPrivate : createOwn).mutateAsync({ title });
    await toFirstPage();
    toast({ text: `‘${created.title}’ is ready for locations.` });
    focusById(getBoardLinkId(created.id));
  };
  const rename = async (title: string) => {
    if (!board) return;
    await update.mutateAsync({ id: board.id, title });
    toast({ text: `The board is called ‘${title}’ now.` });
  };
  const remove = async () => {
    if (!board) return;
    const at = boards.findIndex(({ id }) => id === board.id);
    const next = boards[at + 1] ?? boards[at - 1];
    await removal.mutateAsync({ id: board.id });
    toast({ text: `‘${board.title}’ was deleted.` });
    focusById(next ? getBoardLinkId(next.id) : `${list}-boards`);
  };
  const dialogs = (
    <>
      <LazyMount isWanted={openDialog?.act === 'create'}>
        <BoardTitleDialog
          open={openDialog?.act === 'create'}
          onClose={close}
          heading={CREATE_LABELS[list] ?? ''}
          submitLabel="Create board"
          onTitle={create}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog?.act === 'rename'}>
        <BoardTitleDialog
          open={openDialog?.act === 'rename'}
          onClose={close}
          heading="Rename board"
          submitLabel="Rename board"
          title={board?.title ?? ''}
          onTitle={rename}
        />
      </LazyMount>
      <DeleteBoardDialog
        board={board}
        others={board ? describeOthers(board) : ''}
        open={openDialog?.act === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </>
  );
  return { show, dialogs };
}
