import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { MAX_BREAKDOWN_BYTES, boardScript, savedBreakdown, scriptBoard } from './schema.ts';

const ofBoard = z.object({ id: z.uuid() });

export const scriptOfBoard = route('GET', '/boards/{id}/script', {
  summary: 'Returns the places of a script that are saved with a board, for those who may change the board',
  access: 'board.edit',
  input: ofBoard,
  output: boardScript,
});

export const saveScript = route('PUT', '/boards/{id}/script', {
  summary:
    'Saves the places of a script with a board: headings, and no dialogue or action. Returns 409 if somebody else has saved others meanwhile',
  access: 'board.edit',
  input: ofBoard.extend({
    /** 0 if none was saved. */
    version: expectedVersion,
    breakdown: savedBreakdown,
  }),
  output: boardScript.omit({ breakdown: true }),
  maxBodyBytes: MAX_BREAKDOWN_BYTES,
  limit: ADDING_RATE,
});

export const deleteScript = route('DELETE', '/boards/{id}/script', {
  summary: 'Deletes the places of a script that are saved with a board. The board stays as it is',
  access: 'board.edit',
  input: ofBoard.extend({ version: expectedVersionInQuery }),
});

export const scriptBoards = route('GET', '/user/scripts', {
  summary:
    'Lists the boards with the places of a script that the caller may change, those saved last first, 100 at most',
  access: 'board.own',
  output: z.array(scriptBoard),
});
