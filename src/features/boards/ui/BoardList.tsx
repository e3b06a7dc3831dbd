import { type ReactNode, useId, useState } from 'react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Bin, Dots, Pencil, Plus } from '../../../ui/icons.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import '../../../ui/card-grid.css';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
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

/** Cards that are visible when the page opens. */
const PRIORITY_CARDS = 2;

type ListName = 'own' | 'archived' | 'private' | 'shared';

/** Label of the create card; null for lists without one. */
const CREATE_LABELS: Readonly<Record<ListName, string | null>> = {
  own: 'Create a board',
  private: 'Create a private board',
  archived: null,
  shared: null,
};

type OpenDialog = { action: 'create' } | { action: 'rename' | 'delete'; board: Board };

/**
 * A page of a list of boards, with actions to create, rename and delete them.
 * @param props.title heading of the section, unless the page has one
 * @param props.empty shown if the list is empty and has no create card
 * @param props.href returns the path of a page of the list
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
  const createLabel = CREATE_LABELS[list];
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
        {createLabel !== null && (
          <button
            type="button"
            id={`${list}-create`}
            className="new-card"
            onClick={() => actions.show({ action: 'create' })}
          >
            <Plus />
            {createLabel}
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

function BoardMenu({ board, onOpen }: { board: Board; onOpen: (dialog: OpenDialog) => void }) {
  const items = [
    ...(board.rights.change
      ? [{ name: 'Rename', icon: <Pencil />, onSelect: () => onOpen({ action: 'rename', board }) }]
      : []),
    ...(board.rights.delete
      ? [{ name: 'Delete', icon: <Bin />, onSelect: () => onOpen({ action: 'delete', board }) }]
      : []),
  ];
  if (items.length === 0) return null;
  return <Menu label={`Change ${board.title}`} icon={<Dots />} items={items} />;
}

/** Creating, renaming and deleting boards, with dialogs and focus management. */
function useBoardActions(api: Api, list: ListName, boards: readonly Board[], toFirstPage: () => Promise<void>) {
  const toast = useToast();
  const focusById = useFocusById();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  // The board of the dialog stays set during the closing animation.
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
    toast({ text: `‘${created.title}’ was created.` });
    focusById(getBoardLinkId(created.id));
  };
  const rename = async (title: string, baseTitle: string) => {
    if (!board) return;
    await update.mutateAsync({ id: board.id, title, baseTitle });
    toast({ text: `The board was renamed to ‘${title}’.` });
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
      <LazyMount isWanted={openDialog?.action === 'create'}>
        <BoardTitleDialog
          open={openDialog?.action === 'create'}
          onClose={close}
          heading={CREATE_LABELS[list] ?? ''}
          submitLabel="Create board"
          onTitle={create}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog?.action === 'rename'}>
        <BoardTitleDialog
          open={openDialog?.action === 'rename'}
          onClose={close}
          heading="Rename board"
          submitLabel="Rename board"
          title={board?.title ?? ''}
          present={(boards.find(({ id }) => id === board?.id) ?? board)?.title ?? ''}
          onTitle={rename}
        />
      </LazyMount>
      <DeleteBoardDialog
        board={board}
        others={board ? describeOthers(board) : ''}
        open={openDialog?.action === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </>
  );
  return { show, dialogs };
}
