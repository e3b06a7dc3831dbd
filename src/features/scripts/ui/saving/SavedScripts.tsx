import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import { formatDateTime } from '../../../../platform/text/dates.ts';
import { ErrorAlert } from '../../../../ui/FormMessages.tsx';
import { scriptBoardsQuery } from '../../saved/client.ts';
import type { OpenedScript } from '../useScriptReader.ts';
import { fetchSaved } from './open-saved.ts';

/** Lists the boards with the places of a script, and opens those of one. */
export default function SavedScripts({ api, onOpen }: { api: Api; onOpen: (script: OpenedScript) => void }) {
  const { data, error } = useQuery(scriptBoardsQuery(api));
  const [failure, setFailure] = useState<string>();
  const [opening, setOpening] = useState<string>();
  const open = async (id: string) => {
    if (opening !== undefined) return;
    setFailure(undefined);
    setOpening(id);
    try {
      onOpen(await fetchSaved(api, id));
    } catch (cause) {
      setFailure(getErrorMessage(cause));
    } finally {
      setOpening(undefined);
    }
  };
  const message = failure ?? (error && getErrorMessage(error));
  return (
    <>
      {message && <ErrorAlert key={message} message={message} />}
      {data?.length === 0 && <p>No script is saved with a board that you may change.</p>}
      <ul className="saved-scripts">
        {data?.map(({ board_id, board_title, saved_at }) => (
          <li key={board_id}>
            <button
              type="button"
              className="button"
              aria-disabled={opening !== undefined}
              onClick={() => void open(board_id)}
            >
              {board_title}
            </button>
            <span className="muted small">Saved on {formatDateTime(saved_at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
