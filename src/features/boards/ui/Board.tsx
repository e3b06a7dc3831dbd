import { Suspense, useState } from 'react';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { Archive, Book, Copy, Dots, Image, List, Mail, Pencil, People, Plus, Share } from '../../../ui/icons.tsx';
import { DragHandleHint } from '../../../ui/DragHandle.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import { LazyMount, Nothing, lazyDialog, lazyPart } from '../../../ui/LazyMount.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { Download } from '../../../ui/table/icons.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { can } from '../../accounts/permissions.ts';
import { useUser } from '../../accounts/ui/session.ts';
import { boardQuery, updateLocationMutation } from '../client.ts';
import { useBoardEvents } from '../events/ui/useBoardEvents.ts';
import { updateSectionMutation } from '../sections/client.ts';
import { LockInButton } from '../sections/ui/LockInButton.tsx';
import { ADD_SECTION_ID, SectionMenu, type SectionRequest, getItemMenuId } from '../sections/ui/SectionMenu.tsx';
import { type BoardLocation, type BoardSection, type BoardView, getBoardPath, getTitle } from '../schema.ts';
import { type BoardSearch, formatBoardHref, toPageParams } from '../view.ts';
import type { BoardAction } from './BoardDialogs.tsx';
import { BoardHeader } from './BoardHeader.tsx';
import { BoardLocations, EMPTY_LINK_ID } from './BoardLocations.tsx';
import { BoardNote } from './BoardNote.tsx';
import { BoardTable } from './BoardTable.tsx';
import { BoardViews, type RenderMap } from './BoardViews.tsx';
import { LocationCost } from './LocationCost.tsx';
import { RecceButton } from '../photographs/ui/RecceButton.tsx';
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
  /** The locations that a dialog is about; undefined for all of the board. */
  const [selectedIds, setSelected] = useState<string[]>();
  const update = useMutation(updateLocationMutation(api));
  const updateSection = useMutation(updateSectionMutation(api));
  const failures = useErrorDialog();
  const report = (change: Promise<unknown>) => void change.catch(failures.report);
  const toast = useToast();
  const path = getBoardPath(board);
  const href = (page: number) => formatBoardHref(path, { ...search, page });
  const getHref = ({ id: locationId, location, unpublished }: BoardLocation) =>
    location || unpublished ? `${path}/location/${locationId}` : null;
  const { locations, rights } = board;
  const hasSections = board.sections.length > 0;
  const open = (item: BoardLocation, action: BoardAction) => () => {
    setItemId(item.id);
    setOpenDialog(action);
  };
  /** What can be done with a location besides its note, state and whether it is locked in. */
  const renderItemMenu = (item: BoardLocation) => {
    return (
      <Menu
        label={`Change ${getTitle(item)}`}
        icon={<Dots />}
        button={{ id: getItemMenuId(item.id), className: 'icon-button no-print' }}
        items={[
          { name: item.cost ? 'Edit cost' : 'Add a cost', icon: <Pencil />, onSelect: open(item, 'cost') },
          ...(item.location?.primaryimage
            ? [{ name: formatChoice(item.image_ids), icon: <Image />, onSelect: open(item, 'photographs') }]
            : []),
          { name: 'Recce photographs', icon: <Image />, onSelect: open(item, 'recce') },
          ...(hasSections
            ? [{ name: 'Move to section', icon: <List />, onSelect: () => setRequest({ type: 'move', items: [item] }) }]
            : []),
        ]}
      />
    );
  };
  const renderLockIn = (item: BoardLocation) => {
    const section = board.sections.find((other) => other.id === item.section_id);
    if (!section) return null;
    const isLockedIn = section.locked_location_id === item.id;
    const lockIn = async () => {
      const lockedLocationId = isLockedIn ? null : item.id;
      await updateSection.mutateAsync({ id: board.id, sectionId: section.id, lockedLocationId });
      toast({ text: `${getTitle(item)} is ${isLockedIn ? 'no longer ' : ''}locked in for ‘${section.title}’.` });
    };
    return <LockInButton title={getTitle(item)} isLockedIn={isLockedIn} onClick={() => report(lockIn())} />;
  };
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
      <div className="location-tools">
        <div className="location-tools__facts">
          {rights.change ? (
            <LocationStateSelect
              item={item}
              state={
                (update.isPending && update.variables.locationId === item.id && update.variables.state) || item.state
              }
              onState={(state) => report(update.mutateAsync({ id: board.id, locationId: item.id, state }))}
            />
          ) : (
            <LocationState state={item.state} />
          )}
          {rights.change && renderLockIn(item)}
          <LocationCost cost={item.cost} />
        </div>
        {rights.change && renderItemMenu(item)}
      </div>
      {item.photographs.length > 0 && (
        <RecceButton title={getTitle(item)} count={item.photographs.length} onClick={open(item, 'recce')} />
      )}
      {isHydrated && board.shared.guest_link_count > 0 && (
        <Suspense fallback={null}>
          <Tally {...{ api, path }} boardId={board.id} locationId={item.id} />
        </Suspense>
      )}
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
          {board.count > 0 && <BoardViews path={path} view={search.view} />}
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
                  { label: 'Make a look-book', run: openSelected('look-book') },
                ]
              : []),
          ]}
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
      {failures.alert}
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

function BoardActions(props: {
  board: BoardView;
  user: ReturnType<typeof useUser>;
  onAction: (action: BoardAction) => void;
}) {
  const { board, user, onAction } = props;
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
          <button type="button" className="button" onClick={() => onAction('export')}>
            <Download />
            Export
          </button>
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

function formatChoice(imageIds: BoardLocation['image_ids']): string {
  return imageIds ? `Photographs: ${imageIds.length} chosen` : 'Choose photographs';
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
