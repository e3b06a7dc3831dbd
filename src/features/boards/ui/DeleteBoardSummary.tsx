import type { BoardCard } from '../schema.ts';
import { formatLocationCount } from './BoardCard.tsx';

/** Lists what is deleted with a board. */
export function DeleteBoardSummary({ board }: { board: BoardCard }) {
  const { people, link } = board.shared;
  const others = [
    people > 0 && (people === 1 ? 'the person it is shared with' : `the ${people} people it is shared with`),
    link && 'everyone who has its public link',
  ].filter((who) => who !== false);
  return (
    <>
      <p>
        This deletes ‘{board.title}’ for ever
        {board.count > 0 && `, with the order and the notes of its ${formatLocationCount(board.count)}`}
        {others.length > 0 && `, also for ${others.join(' and ')}`}.
      </p>
      <p className="muted small">The locations stay in the directory.</p>
    </>
  );
}
