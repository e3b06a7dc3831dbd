import { z } from 'zod';
import { file } from '../../../platform/http/csv-download.ts';
import { route } from '../../../platform/http/contract.ts';

export const boardEvents = route('GET', '/boards/{id}/events', {
  summary:
    'Sends an event with the version of a board now and after each change, until the caller may no longer see it. Programs read the board instead',
  access: 'board.view',
  isForPeople: true,
  input: z.object({ id: z.uuid() }),
  output: file,
  contentType: 'text/event-stream',
});
