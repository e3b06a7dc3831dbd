import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';

export const exportBoardsOfUser = route('GET', '/users/{id}/boards/export', {
  summary: 'Exports the active or archived boards of a Location Professional as CSV',
  access: 'board.administer',
  input: z.object({ id: z.uuid(), archived: z.enum(['true', 'false']).default('false') }),
  ...CSV,
});

export const exportBoard = route('GET', '/boards/{id}/export', {
  summary: 'Exports the locations of a board in their order as CSV',
  access: 'board.export',
  input: z.object({ id: z.uuid() }),
  ...CSV,
});
