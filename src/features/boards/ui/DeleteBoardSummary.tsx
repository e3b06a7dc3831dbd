import type { BoardCard } from '../schema.ts';
import { formatLocationCount } from './BoardCard.tsx';

/** What is lost with a board that is deleted. */
export function DeleteBoardSummary({ board }: { board: BoardCard }) {
  const { people, link } = board.shared;
  const others = [
    people > 0 && (people === 1 ? 'the person it is shared with' : `the ${people} people it is shared with`),
    link && 'everyone who has its public link',
  ].filter((who) => who !== false);
  return (
    <>
      <p>
        ‘{board.title}’ goes for good
        {board.count > 0 && `, with the order and the notes of its ${formatLocationCount(board.count)}`}
        {others.length > 0 && `, also for ${others.join(' and ')}`}.
      </p>
      <p className="muted small">The locations themselves stay in the directory.</p>
    </>
  );
}
