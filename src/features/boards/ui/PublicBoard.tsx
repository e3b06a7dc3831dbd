import { type ComponentProps, type ReactNode, useState } from 'react';
import { LazyMount, lazyDialog } from '../../../ui/LazyMount.tsx';
import { EmptyPage } from '../../../ui/EmptyPage.tsx';
import { Download } from '../../../ui/table/icons.tsx';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { getLocationPath } from '../../locations/catalogue/schema.ts';
import type { SharedBoard } from '../readers/schema.ts';
import { type BoardLocation as BoardLocationData, type PublicBoard as PublicBoardData, getTitle } from '../schema.ts';
import { groupBySection } from '../sections/group-by-section.ts';
import { SectionHead, type ShownSection } from '../sections/ui/SectionHead.tsx';
import { LocationTags } from './tags/LocationTags.tsx';
import { TagFilter } from './tags/TagFilter.tsx';
import { AttachmentButton } from './AttachmentButton.tsx';
import { Updated } from './BoardCard.tsx';
import { type BoardSearch, formatBoardHref } from '../view.ts';
import { BoardExport } from './BoardExport.tsx';
import { BoardLocation, type ShownLocation } from './BoardLocation.tsx';
import { BoardTable } from './BoardTable.tsx';
import { BoardViews, type RenderMap } from './BoardViews.tsx';
import { LocationCost } from './LocationCost.tsx';
import { LocationState } from './LocationState.tsx';
import './board-card.css';
import './board.css';
import { formatCount } from '../../../platform/text/numbers.ts';

const FilesDialog = lazyDialog(() => import('../files/ui/FilesDialog.tsx'));
const RecceDialog = lazyDialog(() => import('../photographs/ui/RecceDialog.tsx'));

/** Number of cards above the fold, whose pictures load first. */
const PRIORITY_CARDS = 2;

/**
 * The read-only page of a board for people without an account: those with its public link, and readers, who see the notes.
 * @param props.note shown above the locations
 * @param props.renderAnswer renders what a guest says about a location
 * @param props.renderMap renders the map of its locations
 * @param props.fetchFile fetches all locations in a format; null for people who may not download them
 * @param props.photographsHref URL of the file with all photographs; null for people who may not download it
 * @param props.fetchAttachment fetches a file of a location, for people who see the notes
 */
export function PublicBoard(props: {
  board: PublicBoardData | SharedBoard;
  path: string;
  search: BoardSearch;
  note?: ReactNode;
  renderAnswer?: (item: PublicLocation) => ReactNode;
  renderMap: RenderMap<PublicLocation>;
  fetchFile: ComponentProps<typeof BoardExport>['fetchFile'] | null;
  photographsHref?: string | null;
  fetchAttachment?: ComponentProps<typeof FilesDialog>['fetchFile'];
}) {
  const { board, path, search, note, renderAnswer, renderMap, fetchFile, photographsHref, fetchAttachment } = props;
  const renderNote = (item: PublicLocation) => <LocationNote item={item} fetchAttachment={fetchAttachment} />;
  const { locations } = board;
  const items: readonly PublicLocation[] = locations.data;
  return (
    <>
      <div className="board-head">
        <div>
          <p className="label">Board</p>
          <div className="board-head__title">
            <h1 className="display display--4">{board.title}</h1>
          </div>
          <p className="board__line">
            <span>{formatCount(locations.total, 'location')}</span>
            <span>From {board.owner_name}</span>
            <Updated at={board.updated_at} />
          </p>
        </div>
      </div>
      {note}
      {locations.total === 0 ? (
        <div className="board-empty">
          <p>There are no locations on this board yet.</p>
        </div>
      ) : (
        <div className="board-bar no-print">
          <BoardViews path={path} search={search} />
          {fetchFile && (
            <div className="board-actions">
              <BoardExport fetchFile={fetchFile}>The file has the positions that the public pages show.</BoardExport>
              {photographsHref && (
                <a className="button" href={photographsHref} download>
                  <Download />
                  Download photographs
                </a>
              )}
            </div>
          )}
        </div>
      )}
      {'tags' in board && <TagFilter path={path} search={search} tags={board.tags} />}
      {locations.total > 0 && items.length === 0 && <EmptyPage href={formatBoardHref(path, { view: search.view })} />}
      {search.view === undefined &&
        groupBySection<ShownSection, PublicLocation>(board).map(({ section, items: shown }) => (
          <div key={section?.id ?? 'none'} className="board-section">
            {section && <SectionHead section={section} />}
            <ul className="board-list">
              {shown.map((item) => (
                <li key={item.id}>
                  <BoardLocation
                    item={item}
                    href={getHref(item)}
                    priority={items.indexOf(item) < PRIORITY_CARDS}
                    level={section ? 3 : 2}
                    isLockedIn={section?.locked_location_id === item.id}
                    note={renderAnswer?.(item) ?? renderNote(item)}
                    onRemove={null}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
      {search.view === 'list' && items.length > 0 && (
        <BoardTable<PublicLocation, ShownSection>
          board={board}
          getHref={getHref}
          renderNote={renderAnswer ?? (hasNotes(items) ? renderNote : undefined)}
        />
      )}
      {search.view === 'map' && renderMap(items, getHref)}
      <Pagination
        current={locations.current_page}
        total={locations.total}
        size={locations.per_page}
        to={{ href: (page) => formatBoardHref(path, { ...search, page }) }}
      />
      <div className="board-footnote" />
    </>
  );
}

/** Only readers get notes, states, costs and tags. */
type PublicLocation = ShownLocation &
  Partial<Pick<BoardLocationData, 'note' | 'state' | 'cost' | 'tags' | 'photographs' | 'files'>>;

const getHref = ({ location }: PublicLocation) => location && getLocationPath(location);

const hasNotes = (items: readonly PublicLocation[]) => items.some(({ note }) => note !== undefined);

function LocationNote(props: {
  item: PublicLocation;
  fetchAttachment: ComponentProps<typeof FilesDialog>['fetchFile'] | undefined;
}) {
  const { item, fetchAttachment } = props;
  const { note, state, cost, tags = [], photographs, files } = item;
  return (
    <>
      {note && (
        <div className="note">
          <p className="note__text">{note}</p>
        </div>
      )}
      <LocationTags tags={tags} />
      {state && <LocationState state={state} />}
      {cost && <LocationCost cost={cost} />}
      {photographs && photographs.length > 0 && <ReaderPhotographs item={{ ...item, photographs }} />}
      {files && files.length > 0 && fetchAttachment && (
        <ReaderFiles item={{ ...item, files }} fetchFile={fetchAttachment} />
      )}
    </>
  );
}

function ReaderPhotographs({ item }: { item: Omit<ComponentProps<typeof RecceDialog>['item'], 'unpublished'> }) {
  const [isOpen, setOpen] = useState(false);
  const title = getTitle({ location: item.location, unpublished: null });
  return (
    <>
      <AttachmentButton
        kind="Recce photographs"
        title={title}
        count={item.photographs.length}
        onClick={() => setOpen(true)}
      />
      <LazyMount isWanted={isOpen}>
        <RecceDialog item={item} edit={null} open={isOpen} onClose={() => setOpen(false)} />
      </LazyMount>
    </>
  );
}

function ReaderFiles(props: Pick<ComponentProps<typeof FilesDialog>, 'item' | 'fetchFile'>) {
  const [isOpen, setOpen] = useState(false);
  const { item } = props;
  const title = getTitle({ location: item.location, unpublished: null });
  return (
    <>
      <AttachmentButton kind="Files" title={title} count={item.files.length} onClick={() => setOpen(true)} />
      <LazyMount isWanted={isOpen}>
        <FilesDialog {...props} edit={null} open={isOpen} onClose={() => setOpen(false)} />
      </LazyMount>
    </>
  );
}
