import { useState } from 'react';
import { EmptyPage } from '../../../../ui/EmptyPage.tsx';
import type { Api } from '../../../../platform/http/contract.ts';
import { useErrorDialog } from '../../../../ui/useErrorDialog.tsx';
import { Image, Plus } from '../../../../ui/icons.tsx';
import { useFocusById } from '../../../../ui/useFocusById.ts';
import { LazyMount, lazyDialog } from '../../../../ui/LazyMount.tsx';
import { DataTable } from '../../../../ui/table/DataTable.tsx';
import { ExportButton } from '../../../../ui/table/ExportButton.tsx';
import { TableFooter } from '../../../../ui/table/TableFooter.tsx';
import type { Column } from '../../../../ui/table/columns.tsx';
import { CardPicture } from '../../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { exportBoard } from '../../exporting/contract.ts';
import { formatCost } from '../../costs.ts';
import { type BoardLocation, type BoardSection, type BoardView, LOCATION_STATES, getTitle } from '../../schema.ts';
import { REMOVED_LOCATION } from '../../messages.ts';
import { useRemoval } from '../useRemoval.ts';

const AddLocationDialog = lazyDialog(() => import('../AddLocationDialog.tsx'));
const ADD_BUTTON_ID = 'add-new-location';

const COLUMNS: readonly Column<BoardLocation>[] = [
  { name: 'image', label: 'Image', hasHiddenHeading: true, cell: ({ location }) => <Thumbnail location={location} /> },
  {
    name: 'title',
    label: 'Title',
    grow: true,
    isAlwaysShown: true,
    cell: (item) => (
      <>
        {getTitle(item)}
        <small>{item.location?.nearesttown ?? REMOVED_LOCATION}</small>
      </>
    ),
  },
  { name: 'note', label: 'Note', cell: ({ note }) => <span className="admin-note">{note}</span> },
  { name: 'tags', label: 'Tags', cell: ({ tags }) => tags.join(', ') },
  { name: 'state', label: 'State', cell: ({ state }) => LOCATION_STATES[state] },
  { name: 'cost', label: 'Cost', cell: ({ cost }) => cost && formatCost(cost) },
];

/** Boards without sections have no column for them. */
function getColumns({ sections }: Pick<BoardView, 'sections'>): readonly Column<BoardLocation>[] {
  if (sections.length === 0) return COLUMNS;
  const byId = new Map<string | null, BoardSection>(sections.map((section) => [section.id, section]));
  const cell = ({ id, section_id }: BoardLocation) => (
    <>
      {byId.get(section_id)?.title}
      {byId.get(section_id)?.locked_location_id === id && <small>Locked in</small>}
    </>
  );
  return COLUMNS.toSpliced(2, 0, { name: 'section', label: 'Section', cell });
}

function Thumbnail({ location }: Pick<BoardLocation, 'location'>) {
  return location ? (
    <div className="thumb frame">
      <CardPicture location={location} sizes="34px" priority={false} isCloseUp />
    </div>
  ) : (
    <div className="thumb thumb--none">
      <Image small />
    </div>
  );
}

/**
 * A page of the locations of a board in the back office, with actions to view, remove and add them.
 * @param props.href returns the path of a page
 */
export function AdminBoardLocations(props: { api: Api; board: BoardView; href: (page: number) => string }) {
  const { api, board, href } = props;
  const { data, total, current_page, per_page } = board.locations;
  const [isAdding, setIsAdding] = useState(false);
  const failures = useErrorDialog();
  const focusById = useFocusById();
  const remove = useRemoval(api, board, { onFailure: failures.report, onRemoved: () => focusById(ADD_BUTTON_ID) });
  return (
    <section aria-labelledby="board-locations" className="admin-board-locations">
      <div className="record__head">
        <h2 id="board-locations">Locations</h2>
        {board.rights.change && (
          <button type="button" id={ADD_BUTTON_ID} className="button button--compact" onClick={() => setIsAdding(true)}>
            <Plus small /> Add New Location
          </button>
        )}
        <ExportButton what="locations" fetchFile={() => api(exportBoard, { id: board.id })} />
      </div>
      <DataTable
        name="board-locations"
        caption="Locations of the board"
        columns={getColumns(board)}
        rows={data}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/locations/${id}`}
        rowName={getTitle}
        rowActions={
          board.rights.change
            ? (item) => (
                <button type="button" className="link" onClick={() => void remove(item)}>
                  Remove<span className="visually-hidden"> {getTitle(item)}</span>
                </button>
              )
            : undefined
        }
        empty={total > 0 ? <EmptyPage href={href(1)} /> : <p>There are no locations on this board.</p>}
      />
      <TableFooter
        page={current_page}
        total={total}
        size={per_page}
        noun={['location', 'locations']}
        hrefFor={({ page = 1 }) => href(page)}
      />
      <LazyMount isWanted={isAdding}>
        <AddLocationDialog open={isAdding} onClose={() => setIsAdding(false)} api={api} board={board} />
      </LazyMount>
      {failures.alert}
    </section>
  );
}
