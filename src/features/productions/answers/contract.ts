import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { productionAnswers, sendingForm } from './schema.ts';

const productionId = z.object({ id: z.uuid() });
const board = productionId.extend({ boardId: z.uuid() });
const message = z.object({ message: z.string() });

export const answersOfProduction = route('GET', '/productions/{id}/answers', {
  summary: 'Returns the boards that answer a production, and what was sent of them, with the answers of guests',
  access: 'production.view',
  input: productionId,
  output: productionAnswers,
});

export const addProductionBoard = route('POST', '/productions/{id}/boards', {
  summary: 'Lets a private board answer a production; without an id, a new one, with the code name under an embargo',
  access: 'board.private',
  input: productionId.extend({ boardId: z.uuid().optional() }),
  output: message.extend({ board_id: z.uuid() }),
  limit: ADDING_RATE,
});

export const removeProductionBoard = route('DELETE', '/productions/{id}/boards/{boardId}', {
  summary: 'Removes a board from a production; the board and what was sent of it stay',
  access: 'board.private',
  input: board,
  output: message,
});

export const sendProductionBoard = route('POST', '/productions/{id}/boards/{boardId}/sendings', {
  summary:
    'Emails a guest link of a board, with a look-book and in the conversation of an enquiry if that is chosen, and offers the locations on it that are available to the production. Returns 409 if the version of the enquiry is outdated',
  access: 'board.private',
  input: board.extend({ ...sendingForm.shape, enquiryVersion: expectedVersion }),
  output: message,
  limit: ADDING_RATE,
});
