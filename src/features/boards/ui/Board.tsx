import { type ReactNode, Suspense, useState } from 'react';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Archive, Book, Copy, Image, Mail, Pencil, People, Plus, Share } from '../../../ui/icons.tsx';
import { DragHandleHint } from '../../../ui/DragHandle.tsx';
import { LazyMount, Nothing, lazyDialog, lazyPart } from '../../../ui/LazyMount.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { boardQuery, updateLocationMutation } from '../client.ts';
import { useBoardEvents } from '../events/ui/useBoardEvents.ts';
import { exportBoard } from '../exporting/contract.ts';
import { ADD_SECTION_ID, SectionActions, SectionMenu, type SectionRequest } from '../sections/ui/SectionActions.tsx';
import { getChoiceLabel, getChoiceTitle, getCostTitle } from '../item-titles.ts';
import { type BoardLocation, type BoardSection, type BoardView, getBoardPath, getTitle } from '../schema.ts';
import { type BoardSearch, formatBoardHref, toPageParams } from '../view.ts';
import type { BoardAction } from './BoardDialogs.tsx';
import { BoardExport } from './BoardExport.tsx';
import { BoardHeader } from './BoardHeader.tsx';
import { BoardLocations, EMPTY_LINK_ID } from './BoardLocations.tsx';
import { BoardNote } from './BoardNote.tsx';
import { BoardTable } from './BoardTable.tsx';
import { BoardViews, type RenderMap } from './BoardViews.tsx';
import { LocationCost } from './LocationCost.tsx';
import { LocationState, LocationStateSelect } from './LocationState.tsx';
import '../../../ui/card-grid.css';

const Tally = lazyPart(() => import('./guests/Tally.tsx'), Nothing);
const BoardDialogs = lazyDialog(() => import('./BoardDialogs.tsx'));

/**
 * The page of a board: its locations and actions.
 * @param props.renderMap renders the map of its locations
 */
export function Board(props: { api: Api; id: string; search: BoardSearch; renderMap: RenderMap<BoardLocation> }) {
  const { api, id, search, renderMap } = props;
  const { data: board } = useSuspenseQuery(boardQuery(api, id, toPageParams(search)));
  useBoardEvents(api, board);
  const user = useUser(api);
  // The server renders no component that is loaded later.
  const isHydrated = useHydrated();
  const [openDialog, setOpenDialog] = useState<BoardAction>();
  const [request, setSectionRequest] = useState<SectionRequest>({ type: 'add' });
  /** The location that a dialog is about. */
  const [itemId, setItemId] = useState<string>();
  const update = useMutation(updateLocationMutation(api));
  const path = getBoardPath(board);
  const href = (page: number) => formatBoardHref(path, { ...search, page });
  const getHref = ({ id: locationId, location, unpublished }: BoardLocation) =>
    location || unpublished ? `${path}/location/${locationId}` : null;
  const { locations, rights } = board;
  const hasSections = board.sections.length > 0;
  /** A button that opens a dialog about a location. */
  const renderButton = (item: BoardLocation, action: BoardAction, title: string, icon: ReactNode, label: string) => (
    <button
      type="button"
      className="note__edit no-print"
      aria-label={title}
      onClick={() => {
        setItemId(item.id);
        setOpenDialog(action);
      }}
    >
      {icon}
      {label}
    </button>
  );
  const renderNote = (item: BoardLocation) => (
    <>
      <BoardNote
        title={getTitle(item)}
        note={item.note}
        draftKey={`note/${user?.id}/${board.id}/${item.id}`}
        onNote={
          rights.change
            ? (note, baseNote) => update.mutateAsync({ id: board.id, locationId: item.id, note, baseNote })
            : null
        }
      />
      {rights.change ? (
        <LocationStateSelect {...{ api, item }} boardId={board.id} />
      ) : (
        <LocationState state={item.state} />
      )}
      <LocationCost cost={item.cost} />
      {rights.change && (
        <>
          {renderButton(item, 'cost', getCostTitle(item), <Pencil small />, item.cost ? 'Edit cost' : 'Add a cost')}
          {item.location?.primaryimage &&
            renderButton(item, 'photographs', getChoiceTitle(item), <Image small />, getChoiceLabel(item))}
        </>
      )}
      {isHydrated && board.shared.guest_link_count > 0 && (
        <Suspense fallback={null}>
          <Tally {...{ api, path }} boardId={board.id} locationId={item.id} />
        </Suspense>
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
      {rights.change && <DragHandleHint />}
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
      <LazyMount isWanted={openDialog !== undefined}>
        <BoardDialogs
          {...{ api, board, openDialog, request, itemId }}
          open={openDialog !== undefined}
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
      {rights.link && (
        <a className="button" href={`${getBoardPath(board)}/answers`}>
          <People />
          Guests’ answers
        </a>
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
