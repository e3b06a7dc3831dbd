import { useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { type Api, getErrorMessage, isApiError, isConflict } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { useToast } from '../../../../ui/toasts.tsx';
import { can } from '../../../accounts/permissions.ts';
import { useLogIn } from '../../../accounts/ui/LogIn.tsx';
import { useUser } from '../../../accounts/ui/session.ts';
import { deleteScriptMutation, saveScriptMutation } from '../../saved/client.ts';
import { scriptOfBoard } from '../../saved/contract.ts';
import type { SavedBreakdown } from '../../saved/schema.ts';
import type { Choices } from '../proposals/useChoices.tsx';

/** What is saved with a board. */
export interface SavedState {
  readonly boardId: string;
  readonly version: number;
  /** ISO 8601. */
  readonly saved_at: string;
}

/** Saves the places of a script with a board, or deletes what is saved. Says what is stored before. */
export default function SaveScript(props: {
  api: Api;
  choices: Choices;
  saved: SavedState | undefined;
  onSaved: (saved: SavedState | undefined) => void;
  /** Returns what would be saved. */
  getBreakdown: () => Promise<SavedBreakdown>;
}) {
  const { api, choices, saved, onSaved, getBreakdown } = props;
  const id = useId();
  const user = useUser(api);
  const logIn = useLogIn();
  const toast = useToast();
  const save = useMutation(saveScriptMutation(api));
  const removal = useMutation(deleteScriptMutation(api));
  const [asks, setAsks] = useState<'replace' | 'delete'>();
  const [failure, setFailure] = useState<string>();
  const { board } = choices;
  const own = saved && saved.boardId === board?.id ? saved : undefined;
  const isPending = save.isPending || removal.isPending;
  if (user && !can(user, 'board.own')) return null;

  const store = async (target: { id: string; title: string }, version: number) => {
    setFailure(undefined);
    try {
      const result = await save.mutateAsync({ id: target.id, version, breakdown: await getBreakdown() });
      onSaved({ boardId: target.id, version: result.version, saved_at: result.saved_at });
      toast({ text: `The places were saved with ‘${target.title}’.` });
    } catch (error) {
      if (isConflict(error)) setAsks('replace');
      setFailure(getErrorMessage(error));
    }
  };
  const remove = async (version: number | undefined) => {
    if (!board) return;
    setAsks(undefined);
    setFailure(undefined);
    try {
      await removal.mutateAsync({ id: board.id, version });
      onSaved(undefined);
      toast({ text: `What was saved with ‘${board.title}’ was deleted.` });
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  const replace = async () => {
    if (!board) return;
    setAsks(undefined);
    try {
      await store(board, await getPresentVersion(api, board.id));
    } catch (error) {
      setFailure(getErrorMessage(error));
    }
  };
  return (
    <section className="script-saving no-print" aria-labelledby={id}>
      <h4 id={id} className="breakdown__name">
        Save the places
      </h4>
      <p className="muted small">
        Saves with the board: the headings of the scenes with their numbers, lengths and times, the words that tell what
        they need, such as ‘rain’, and how you have arranged the places. No action and no dialogue, and of the
        characters only those whom a heading names. Everybody who may change the board can open it, and the Locations
        Team. It is deleted with the board.
      </p>
      {failure !== undefined && asks === undefined && <ErrorAlert key={failure} message={failure} />}
      {own && <p>Saved with this board on {formatDateTime(own.saved_at)}.</p>}
      <p className="script-saving__buttons">
        <button
          type="button"
          className="button"
          aria-disabled={isPending}
          onClick={() => {
            if (isPending) return;
            if (!user) logIn();
            else choices.withBoard((target) => store(target, own?.version ?? 0));
          }}
        >
          {board ? `Save with ‘${board.title}’` : 'Save with a board'}
        </button>
        {own && (
          <button type="button" className="button button--quiet" onClick={() => setAsks('delete')}>
            Delete what is saved
          </button>
        )}
      </p>
      <Dialog
        open={asks !== undefined}
        onClose={() => setAsks(undefined)}
        title={asks === 'delete' ? 'Delete what is saved?' : 'Replace what is saved?'}
        isAlert
      >
        <div className="dialog__body">
          <p>
            {asks === 'delete'
              ? 'The headings and places of the script are deleted. The board, its sections and its locations stay.'
              : 'A script is saved with this board that you have not opened, or somebody has saved it meanwhile. Its places would be replaced.'}
          </p>
        </div>
        <div className="dialog__foot">
          <button type="button" className="button button--quiet" onClick={() => setAsks(undefined)}>
            Cancel
          </button>
          <button
            type="button"
            className="button button--danger"
            onClick={() => void (asks === 'delete' ? remove(own?.version) : replace())}
          >
            {asks === 'delete' ? 'Delete' : 'Replace'}
          </button>
        </div>
      </Dialog>
    </section>
  );
}

/** Returns the version of what is saved with a board; 0 for nothing. */
async function getPresentVersion(api: Api, id: string): Promise<number> {
  try {
    return (await api(scriptOfBoard, { id })).version;
  } catch (error) {
    if (isApiError(error) && error.errorType === 'NOT_FOUND') return 0;
    throw error;
  }
}
