import { useState } from 'react';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useUser } from '../../../accounts/ui/session.ts';
import type { BoardCard } from '../../../boards/schema.ts';
import { BoardPicker } from '../../../boards/ui/BoardPicker.tsx';

/** Creates or chooses the board that gets the locations for a script. @param props.onChoose rejects if the board cannot be used */
export default function ScriptBoardDialog(props: {
  api: Api;
  open: boolean;
  onClose: () => void;
  onChoose: (board: BoardCard) => Promise<void>;
}) {
  const { api, open, onClose, onChoose } = props;
  const user = useUser(api);
  const [failure, setFailure] = useState<string>();
  const [adding, setAdding] = useState<string>();
  const choose = async (board: BoardCard) => {
    if (adding !== undefined) return;
    setFailure(undefined);
    setAdding(board.id);
    try {
      await onChoose(board);
    } catch (error) {
      setFailure(getErrorMessage(error));
    } finally {
      setAdding(undefined);
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title="Board for this script">
      <div className="dialog__body">
        <p className="muted small">
          Each place that you choose locations for gets a section on the board, with its name and the numbers of its
          scenes. Nothing else of the script is sent. All locations that you choose now go to this board.
        </p>
        {failure !== undefined && <ErrorAlert key={failure} message={failure} />}
        <BoardPicker
          api={api}
          withPrivate={can(user, 'board.private')}
          adding={adding}
          createLabel="Create and add"
          onChoose={choose}
          onFailure={setFailure}
        />
      </div>
    </Dialog>
  );
}
