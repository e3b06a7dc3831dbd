import type { Feature } from '../../platform/feature/feature.ts';
import { command, query } from '../../platform/http/handlers.ts';
import { headingWords } from './contract.ts';
import { listHeadingWords } from './queries.server.ts';
import { deleteScriptOfBoard, saveScriptOfBoard } from './saved/commands.server.ts';
import * as routes from './saved/contract.ts';
import { SCRIPT_DATA } from './saved/personal-data.queries.server.ts';
import { getScriptOfBoard, listScriptBoards } from './saved/queries.server.ts';
import { savedBreakdown, scriptBoard } from './saved/schema.ts';

/** Reading scripts in the browser, and saving the places of one with a board. */
export const scriptFeature: Feature = {
  tag: 'boards',
  handlers: [
    query(headingWords, () => Promise.resolve(listHeadingWords())),
    query(routes.scriptOfBoard, getScriptOfBoard),
    query(routes.scriptBoards, listScriptBoards),
    command(routes.saveScript, saveScriptOfBoard, (_db, _caller, _input, { result }) => Promise.resolve(result)),
    command(routes.deleteScript, deleteScriptOfBoard),
  ],
  personalData: SCRIPT_DATA,
  schemas: { SavedBreakdown: savedBreakdown, ScriptBoard: scriptBoard },
};
