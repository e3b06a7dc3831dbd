import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { BoardView } from '../schema.ts';

/**
 * Confirms the archiving of a board.
 * @param props.destination name of the list it will move to
 */
export default function ArchiveBoardDialog(props: {
  board: Pick<BoardView, 'title'>;
  destination: string;
  hasLink: boolean;
  open: boolean;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) {
  const { board, destination, hasLink, ...dialog } = props;
  return (
    <ConfirmDialog {...dialog} title="Archive board?" confirmLabel="Archive board">
      <p>
        ‘{board.title}’ will move to {destination}. It can still be read there, but no longer changed or shared
        {hasLink && ', and its links will stop working'}. Archiving cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
