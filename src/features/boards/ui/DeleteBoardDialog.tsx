import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { BoardCard, BoardView } from '../schema.ts';
import { formatCount } from '../../../platform/text/numbers.ts';

/**
 * Confirms the deletion of a board, and lists what will be lost.
 * @param props.others other people who will lose it; empty for nobody
 */
export function DeleteBoardDialog(props: {
  board: Pick<BoardView, 'title' | 'count'> | undefined;
  others: string;
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const { board, others, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog} title="Delete board?" confirmLabel="Delete board">
      {board && (
        <>
          <p>
            ‘{board.title}’ will be deleted for ever
            {board.count > 0 && `, with the order and the notes of its ${formatCount(board.count, 'location')}`}
            {others && `, also for ${others}`}.
          </p>
          <p className="muted small">The locations themselves stay in the directory.</p>
        </>
      )}
    </ConfirmDialog>
  );
}

/** Describes the other people who can see a board. */
export function describeOthers({ shared: { share_count, link } }: Pick<BoardCard, 'shared'>): string {
  const others = [
    share_count > 0 &&
      (share_count === 1 ? 'the person it is shared with' : `the ${share_count} people it is shared with`),
    link && 'everyone who has its public link',
  ];
  return others.filter((who) => who !== false).join(' and ');
}
