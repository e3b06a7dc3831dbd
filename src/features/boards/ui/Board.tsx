import { useState } from 'react';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Archive, Book, Copy, Image, Mail, Plus, Share } from '../../../ui/icons.tsx';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import {
  archiveBoardMutation,
  duplicateBoardMutation,
  boardQuery,
  updateBoardMutation,
  updateLocationMutation,
} from '../client.ts';
import { exportBoard } from '../exporting/contract.ts';
import { ADD_SECTION_ID, SectionActions, SectionMenu, type SectionRequest } from '../sections/ui/SectionActions.tsx';
import {
  type BoardLocation,
  type BoardSection,
  type BoardView,
  MAX_TITLE_LENGTH,
  getBoardPath,
  getTitle,
} from '../schema.ts';
import { type BoardSearch, formatBoardHref, toPageParams } from '../view.ts';
import { BoardExport } from './BoardExport.tsx';
import { BoardHeader } from './BoardHeader.tsx';
import { BoardLocations, EMPTY_LINK_ID } from './BoardLocations.tsx';
import { BoardNote } from './BoardNote.tsx';
import { BoardTable } from './BoardTable.tsx';
import { BoardViews, type RenderMap } from './BoardViews.tsx';
import { LocationState, LocationStateSelect } from './LocationState.tsx';
import '../../../ui/card-grid.css';

const ArchiveBoardDialog = lazyDialog(() => import('./ArchiveBoardDialog.tsx'));
const BoardTitleDialog = lazyDialog(() => import('./BoardTitleDialog.tsx'));
const LookBookDialog = lazyDialog(() => import('../look-book/ui/LookBookDialog.tsx'));
const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx'));
const PrimaryImageDialog = lazyDialog(() => import('./PrimaryImageDialog.tsx'));
const SectionDialog = lazyDialog(() => import('../sections/ui/SectionDialog.tsx'));
const AddLocationDialog = lazyDialog(() => import('./AddLocationDialog.tsx'));

type BoardAction = 'primary' | 'look-book' | 'share' | 'duplicate' | 'rename' | 'archive' | 'add' | 'section';

/**
 * The page of a board: its locations and actions.
 * @param props.renderMap renders the map of its locations
 */
export function Board(props: { api: Api; id: string; search: BoardSearch; renderMap: RenderMap<BoardLocation> }) {
  const { api, id, search, renderMap } = props;
  const { data: board } = useSuspenseQuery(boardQuery(api, id, toPageParams(search)));
  const user = useUser(api);
  const [openDialog, setOpenDialog] = useState<BoardAction>();
  const [request, setSectionRequest] = useState<SectionRequest>({ type: 'add' });
  const update = useMutation(updateLocationMutation(api));
  const path = getBoardPath(board);
  const href = (page: number) => formatBoardHref(path, { ...search, page });
  const getHref = ({ id: locationId, location, unpublished }: BoardLocation) =>
    location || unpublished ? `${path}/location/${locationId}` : null;
  const { locations, rights } = board;
  const hasSections = board.sections.length > 0;
  const renderNote = (item: BoardLocation) => (
    <>
      <BoardNote
        title={getTitle(item)}
        note={item.note}
        draftKey={`note/${user?.id}/${board.id}/${item.id}`}
        onNote={rights.change ? (note) => update.mutateAsync({ id: board.id, locationId: item.id, note }) : null}
      />
      {rights.change ? (
        <LocationStateSelect {...{ api, item }} boardId={board.id} />
      ) : (
        <LocationState state={item.state} />
      )}
      {rights.change && hasSections && <SectionActions {...{ api, board, item }} onRequest={setRequest} />}
    </>
  );
  const renderMenu = (section: BoardSection) =>
    rights.change && <SectionMenu {...{ api, board, section }} onRequest={setRequest} />;
  const setRequest = (next: SectionRequest) => {
    setSectionRequest(next);
    setOpenDialog('section');
  };
  return (
    <>
      <BoardHeader board={board} user={user} onRename={rights.change ? () => setOpenDialog('rename') : null} />
      <div className="board-bar no-print">
        {board.count > 0 && <BoardViews path={path} view={search.view} />}
        <BoardActions api={api} board={board} user={user} onAction={setOpenDialog} onSection={setRequest} />
      </div>
      {board.private && rights.change && (
        <button type="button" className="new-card new-card--wide no-print" onClick={() => setOpenDialog('add')}>
          <Plus />
          Add locations
        </button>
      )}
      {board.count === 0 && <EmptyBoard />}
      {search.view === undefined && <BoardLocations {...{ api, board, href, getHref, renderNote, renderMenu }} />}
      {search.view === 'list' && locations.data.length > 0 && (
        <BoardTable
          {...{ board, getHref, renderNote, renderMenu }}
          onMove={rights.change && hasSections ? (items) => setRequest({ type: 'move', items }) : undefined}
        />
      )}
      {search.view === 'map' && renderMap(locations.data, getHref)}
      {board.count > 0 && locations.data.length === 0 && <EmptyPage href={href(1)} />}
      <Pagination current={locations.current_page} total={locations.total} size={locations.per_page} to={{ href }} />
      {rights.archive && (
        <div className="board-footer">
          <button type="button" className="button button--quiet" onClick={() => setOpenDialog('archive')}>
            <Archive />
            Archive board
          </button>
        </div>
      )}
      {!rights.archive && <div className="board-footnote" />}
      <Dialogs api={api} board={board} openDialog={openDialog} onClose={() => setOpenDialog(undefined)} />
      <LazyMount isWanted={openDialog === 'section'}>
        <SectionDialog
          {...{ api, board, request }}
          open={openDialog === 'section'}
          onClose={() => setOpenDialog(undefined)}
        />
      </LazyMount>
    </>
  );
}

function BoardActions(props: {
  api: Api;
  board: BoardView;
  user: ReturnType<typeof useUser>;
  onAction: (action: BoardAction) => void;
  onSection: (request: SectionRequest) => void;
}) {
  const { api, board, user, onAction, onSection } = props;
  const { rights } = board;
  if (!rights.choosePrimary && !rights.duplicate && !rights.share && board.count === 0) return null;
  return (
    <div className="board-actions">
      {board.count > 0 && (
        <a className="button" href={`${getBoardPath(board)}/enquire`}>
          <Mail />
          Enquire about this board
        </a>
      )}
      {can(user, 'board.export') && board.count > 0 && (
        <>
          <BoardExport fetchFile={(format) => api(exportBoard, { id: board.id, format })}>
            The file has the notes, and the positions that the public pages show.
          </BoardExport>
          <button type="button" className="button" onClick={() => onAction('look-book')}>
            <Book />
            Make a look-book
          </button>
        </>
      )}
      {rights.choosePrimary && board.count > 0 && (
        <button type="button" className="button" onClick={() => onAction('primary')}>
          <Image />
          Select primary image
        </button>
      )}
      {rights.change && (
        <button type="button" id={ADD_SECTION_ID} className="button" onClick={() => onSection({ type: 'add' })}>
          <Plus />
          Add section
        </button>
      )}
      {rights.duplicate && (
        <button type="button" className="button" onClick={() => onAction('duplicate')}>
          <Copy />
          Duplicate board
        </button>
      )}
      {rights.share && (
        <button type="button" className="button button--primary" onClick={() => onAction('share')}>
          <Share />
          Share board
        </button>
      )}
    </div>
  );
}

function EmptyBoard() {
  return (
    <div className="board-empty">
      <p>You have no locations added.</p>
      <a href="/find-a-location" className="button button--primary" id={EMPTY_LINK_ID}>
        Find a location
      </a>
    </div>
  );
}

function Dialogs(props: { api: Api; board: BoardView; openDialog: BoardAction | undefined; onClose: () => void }) {
  const { api, board, openDialog, onClose } = props;
  const router = useRouter();
  const toast = useToast();
  const update = useMutation(updateBoardMutation(api));
  const duplication = useMutation(duplicateBoardMutation(api));
  const archiving = useMutation(archiveBoardMutation(api));

  const rename = async (title: string) => {
    await update.mutateAsync({ id: board.id, title });
    // The loader sets the document title.
    await router.invalidate();
  };
  const duplicate = async (title: string) => {
    const copy = await duplication.mutateAsync({ id: board.id, title });
    await router.navigate({ href: getBoardPath(copy) });
    toast({ text: `You are now viewing the duplicate, ‘${copy.title}’.` });
  };
  const archive = async () => {
    await archiving.mutateAsync({ id: board.id });
    await router.navigate({ href: board.private ? '/boards/private' : '/boards' });
    toast({ text: `‘${board.title}’ was archived.` });
  };
  const getDialogProps = (action: BoardAction) => ({ open: openDialog === action, onClose });
  return (
    <>
      <LazyMount isWanted={openDialog === 'rename'}>
        <BoardTitleDialog
          {...getDialogProps('rename')}
          heading="Rename board"
          submitLabel="Rename board"
          title={board.title}
          onTitle={rename}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'duplicate'}>
        <BoardTitleDialog
          {...getDialogProps('duplicate')}
          heading="Duplicate board"
          submitLabel="Duplicate board"
          title={`Copy of ${board.title}`.slice(0, MAX_TITLE_LENGTH).toWellFormed()}
          onTitle={duplicate}
        />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'share'}>
        <ShareDialog {...getDialogProps('share')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'look-book'}>
        <LookBookDialog {...getDialogProps('look-book')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'primary'}>
        <PrimaryImageDialog {...getDialogProps('primary')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'add'}>
        <AddLocationDialog {...getDialogProps('add')} api={api} board={board} />
      </LazyMount>
      <LazyMount isWanted={openDialog === 'archive'}>
        <ArchiveBoardDialog
          {...getDialogProps('archive')}
          board={board}
          destination="the archived boards"
          hasLink={board.shared.link}
          onConfirm={archive}
        />
      </LazyMount>
    </>
  );
}
