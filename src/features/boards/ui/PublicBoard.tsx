import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { getLocationPath } from '../../locations/catalogue/schema.ts';
import { type PublicBoard as Board, getPublicBoardPath } from '../schema.ts';
import { Updated } from './BoardCard.tsx';
import { BoardLocation } from './BoardLocation.tsx';
import './board-card.css';
import './board.css';
import { formatCount } from '../../../platform/text/numbers.ts';

/** Number of cards above the fold, whose pictures load first. */
const PRIORITY_CARDS = 2;

/** The read-only page of a board for everyone with its public link. */
export function PublicBoard({ board, link }: { board: Board; link: string }) {
  const { locations } = board;
  const path = getPublicBoardPath(link);
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
      {locations.total === 0 && (
        <div className="board-empty">
          <p>There are no locations on this board yet.</p>
        </div>
      )}
      <ul className="board-list">
        {locations.data.map((item, index) => (
          <li key={item.id}>
            <BoardLocation
              item={item}
              href={item.location && getLocationPath(item.location)}
              priority={index < PRIORITY_CARDS}
              onRemove={null}
            />
          </li>
        ))}
      </ul>
      <Pagination
        current={locations.current_page}
        total={locations.total}
        size={locations.per_page}
        to={{ href: (page) => (page > 1 ? `${path}?page=${page}` : path) }}
      />
      <div className="board-footnote" />
    </>
  );
}
