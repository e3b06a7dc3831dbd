import { useEffect, useEffectEvent, useState } from 'react';
import { type Api, getErrorMessage } from '../../../../platform/http/contract.ts';
import type { OpenedScript } from '../useScriptReader.ts';

/**
 * Opens the script that is saved with a board, or else returns the board, which gets what is chosen.
 * @param boardId undefined for none
 */
export function useBoardOfUrl(
  api: Api,
  boardId: string | undefined,
  onOpen: (script: OpenedScript) => void,
): { readonly board: OpenedScript['board'] | undefined; readonly error: string | undefined } {
  const [board, setBoard] = useState<OpenedScript['board']>();
  const [error, setError] = useState<string>();
  const take = useEffectEvent(onOpen);
  useEffect(() => {
    if (boardId === undefined) return;
    import('./open-saved.ts')
      .then(({ fetchBoard }) => fetchBoard(api, boardId))
      .then((found) => ('board' in found ? setBoard(found.board) : take(found.opened)))
      .catch((failure: unknown) => setError(getErrorMessage(failure)));
  }, [api, boardId]);
  return { board, error };
}
