import type { ReactNode } from 'react';
import { Pagination } from '../../../ui/pagination/Pagination.tsx';
import { getLocationPath } from '../../locations/catalogue/schema.ts';
import type { SharedBoard } from '../readers/schema.ts';
import type { PublicBoard as PublicBoardData } from '../schema.ts';
import { Updated } from './BoardCard.tsx';
import { BoardLocation } from './BoardLocation.tsx';
import './board-card.css';
import './board.css';
import { formatCount } from '../../../platform/text/numbers.ts';

/** Number of cards above the fold, whose pictures load first. */
const PRIORITY_CARDS = 2;

/**
 * The read-only page of a board for people without an account: those with its public link, and readers, who see the notes.
 * @param props.note shown above the locations
 */
export function PublicBoard({
  board,
  path,
  note,
}: {
  board: PublicBoardData | SharedBoard;
  path: string;
  note?: ReactNode;
}) {
  const { locations } = board;
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
              note={
                'note' in item &&
                item.note !== null && (
                  <div className="note">
                    <p className="note__text">{item.note}</p>
                  </div>
                )
              }
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
