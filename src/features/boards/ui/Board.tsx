import { Suspense, useState } from 'react';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Archive, Plus } from '../../../ui/icons.tsx';
import { DragHandleHint } from '../../../ui/DragHandle.tsx';
import { LazyDisclosure } from '../../../ui/LazyDisclosure.tsx';
import { LazyMount, Nothing, lazyDialog, lazyPart } from '../../../ui/LazyMount.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { boardQuery } from '../client.ts';
import { useBoardEvents } from '../events/ui/useBoardEvents.ts';
import { ADD_SECTION_ID, SectionMenu, type SectionRequest } from '../sections/ui/SectionMenu.tsx';
import { type BoardLocation, type BoardSection, type BoardView, getBoardPath } from '../schema.ts';
import { type BoardSearch, formatBoardHref, toPageParams } from '../view.ts';
import { TagFilter } from './tags/TagFilter.tsx';
import { BoardActions } from './BoardActions.tsx';
import type { BoardAction } from './BoardDialogs.tsx';
import { BoardHeader } from './BoardHeader.tsx';
import { BoardLocations } from './BoardLocations.tsx';
import { BoardTable } from './BoardTable.tsx';
import { BoardViews, type RenderMap } from './BoardViews.tsx';
import { LocationDetails } from './LocationDetails.tsx';
import { EMPTY_LINK_ID, useBoardOrder } from './useBoardOrder.tsx';
import '../../../ui/card-grid.css';

const BoardDates = lazyPart(() => import('../dates/ui/BoardDates.tsx'));
const LocationDates = lazyPart(() => import('../dates/ui/LocationDates.tsx'), Nothing);
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
  /** The locations that a dialog is about; undefined for all of the board. */
  const [selectedIds, setSelected] = useState<string[]>();
  const path = getBoardPath(board);
  const href = (page: number) => formatBoardHref(path, { ...search, page });
  const getHref = ({ id: locationId, location, unpublished }: BoardLocation) =>
    location || unpublished ? `${path}/location/${locationId}` : null;
  const { locations, rights } = board;
  // With a tag, the positions between its locations are not known, and sections without them are left out.
  const order = useBoardOrder(api, board, rights.change && search.tag === undefined, href);
  const shown: BoardView =
    search.tag === undefined
      ? board
      : {
          ...board,
          sections: board.sections.filter(({ id: section }) =>
            locations.data.some((item) => item.section_id === section),
          ),
        };
  const hasSections = board.sections.length > 0;
  const renderNote = (item: BoardLocation) => (
    <>
      {search.dates !== undefined && isHydrated && (
        <Suspense>
          <LocationDates api={api} dates={search.dates} items={locations.data} id={item.id} />
        </Suspense>
      )}
      <LocationDetails
        {...{ api, board, item, user }}
        onAction={(action) => {
          setItemId(item.id);
          setOpenDialog(action);
        }}
        onMove={() => setRequest({ type: 'move', items: [item] })}
      />
    </>
  );
  const renderMenu = (section: BoardSection) =>
    rights.change && <SectionMenu {...{ api, board, section }} onRequest={setRequest} />;
  const openSelected = (action: BoardAction) => (items: readonly BoardLocation[]) => {
    setSelected(items.map(({ id: locationId }) => locationId));
    setOpenDialog(action);
  };
  const setRequest = (next: SectionRequest) => {
    setSectionRequest(next);
    setOpenDialog('section');
  };
  return (
    <>
      <BoardHeader board={board} user={user} onRename={rights.change ? () => setOpenDialog('rename') : null} />
      <div className="board-bar no-print">
        <div className="board-structure">
          {board.count > 0 && <BoardViews path={path} search={search} />}
          {rights.change && (
            <button
              type="button"
              id={ADD_SECTION_ID}
              className="button button--quiet"
              onClick={() => setRequest({ type: 'add' })}
            >
              <Plus />
              Add section
            </button>
          )}
          {rights.change && (
            <a className="button button--quiet" href={`/script?board=${id}`}>
              Script
            </a>
          )}
        </div>
        <BoardActions
          board={board}
          user={user}
          onAction={(action) => {
            setSelected(undefined);
            setOpenDialog(action);
          }}
        />
      </div>
      <TagFilter path={path} search={search} tags={board.tags} />
      {board.count > 0 && (
        <LazyDisclosure className="no-print" summary="Check dates" isOpen={search.dates !== undefined}>
          <BoardDates api={api} path={path} search={search} items={locations.data} />
        </LazyDisclosure>
      )}
      {board.private && rights.change && (
        <button type="button" className="new-card new-card--wide no-print" onClick={() => setOpenDialog('add')}>
          <Plus />
          Add locations
        </button>
      )}
      {board.count === 0 && <EmptyBoard />}
      {order.renderHandle && <DragHandleHint />}
      {search.view === undefined && <BoardLocations {...{ order, getHref, renderNote, renderMenu }} board={shown} />}
      {search.view === 'list' && locations.data.length > 0 && (
        <BoardTable
          {...{ getHref, renderNote, renderMenu }}
          board={shown}
          order={rights.change ? order : undefined}
          selectionActions={[
            ...(rights.change && hasSections
              ? [
                  {
                    label: 'Move locations to a section',
                    run: (items: readonly BoardLocation[]) => setRequest({ type: 'move', items }),
                  },
                ]
              : []),
            ...(can(user, 'board.export')
              ? [
                  { label: 'Export locations', run: openSelected('export') },
                  { label: 'Put locations in a look-book', run: openSelected('look-book') },
                ]
              : []),
          ]}
        />
      )}
      {search.view === 'map' && renderMap(locations.data, getHref)}
      {board.count > 0 && locations.data.length === 0 && search.tag === undefined && <EmptyPage href={href(1)} />}
      {search.tag !== undefined && locations.data.length === 0 && (
        <p>No location on this page has this tag any more.</p>
      )}
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
      {order.messages}
      <LazyMount isWanted={openDialog !== undefined}>
        <BoardDialogs
          {...{ api, board, openDialog, request, itemId, selectedIds }}
          open={openDialog !== undefined}
          onClose={() => setOpenDialog(undefined)}
        />
      </LazyMount>
    </>
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
