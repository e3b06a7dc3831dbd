import { type Api, isApiError } from '../../../../platform/http/contract.ts';
import { boardOutline } from '../../../boards/sections/contract.ts';
import { scriptOfBoard } from '../../saved/contract.ts';
import { fromSaved } from '../../saved/saved-breakdown.ts';
import type { OpenedScript } from '../useScriptReader.ts';

/** Fetches the script that is saved with a board. @throws {ApiError} */
export async function fetchSaved(api: Api, id: string): Promise<OpenedScript> {
  const { board_id, board_title, version, saved_at, breakdown } = await api(scriptOfBoard, { id });
  return { ...fromSaved(breakdown), board: { id: board_id, title: board_title }, version, saved_at };
}

/** Fetches the script that is saved with a board, or only its title if there is none. @throws {ApiError} */
export async function fetchBoard(
  api: Api,
  id: string,
): Promise<{ readonly opened: OpenedScript } | { readonly board: OpenedScript['board'] }> {
  try {
    return { opened: await fetchSaved(api, id) };
  } catch (error) {
    if (!isApiError(error) || error.errorType !== 'NOT_FOUND') throw error;
    const { title } = await api(boardOutline, { id });
    return { board: { id, title } };
  }
}
