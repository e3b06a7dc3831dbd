import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { deleteScript, saveScript, scriptBoards } from './contract.ts';

const KEY = ['scripts'];

/** The boards with a saved script, which others may save meanwhile. */
export const scriptBoardsQuery = (api: Api) => ({ ...routeQuery(api, KEY, scriptBoards, {}), staleTime: 0 });

export const saveScriptMutation = (api: Api) =>
  routeMutation(api, saveScript, (client) => void client.invalidateQueries({ queryKey: KEY }));

export const deleteScriptMutation = (api: Api) =>
  routeMutation(api, deleteScript, (client) => void client.invalidateQueries({ queryKey: KEY }));
