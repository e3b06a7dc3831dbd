import type { ReactNode } from 'react';
import { ArrowLeft, Link, Lock, People, Pencil } from '../../../ui/icons.tsx';
import type { BoardView } from '../schema.ts';
import { Updated, locationsInWords } from './BoardCard.tsx';
import './board.css';

/**
 * What a board is called, how large it is and who sees it.
 * @param props.onRename null where it cannot be renamed
 * @param props.acts the buttons beside it
 */
export function BoardHead(props: { board: BoardView; onRename: (() => void) | null; acts: ReactNode }) {
  const { board, onRename, acts } = props;
  return (
    <div className="board-head">
      <div>
        <BackToBoards board={board} />
        <div className="board-head__title">
          <h1 className="display display--4">{board.title}</h1>
          {onRename && (
            <button type="button" className="icon-button no-print" aria-label="Rename board" onClick={onRename}>
              <Pencil />
            </button>
          )}
        </div>
        <p className="board__line">
          <span>{locationsInWords(board.count)}</span>
          <Updated at={board.updated_at} />
          {board.archived_at !== null && <span className="board-head__archived">Archived</span>}
          <WhoSees board={board} />
        </p>
      </div>
      {acts}
    </div>
  );
}

function BackToBoards({ board }: { board: BoardView }) {
  const [href, name] = board.archived_at
    ? ['/boards/archived', 'Back to archived boards']
    : board.private
      ? ['/boards/private', 'Back to private boards']
      : ['/boards', 'Back to boards'];
  return (
    <a className="crumb no-print" href={href}>
      <ArrowLeft small />
      {name}
    </a>
  );
}

function WhoSees({ board }: { board: BoardView }) {
  const { from, people, link } = board.shared;
  if (from !== null) return <span>From {from}</span>;
  return (
    <>
      {people > 0 && (
        <span className="board__sharing">
          <People small />
          {people === 1 ? 'Shared with 1 person' : `Shared with ${people} people`}
        </span>
      )}
      {link && (
        <span className="board__sharing">
          <Link small />
          Public link
        </span>
      )}
      {people === 0 && !link && (
        <span className="board__sharing">
          {board.private ? <People small /> : <Lock small />}
          {board.private ? 'Locations Team' : 'Only you'}
        </span>
      )}
    </>
  );
}
