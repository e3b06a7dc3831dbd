import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/file.ts';
import { KEEPERS } from '../kept/contract.ts';

export const exportBoardsOfUser = route({
  method: 'GET',
  path: '/users/{id}/boards/export',
  summary: 'All boards of a Location Professional, active or archived, as CSV',
  access: ['ADMIN'],
  input: z.object({ id: z.uuid(), archived: z.enum(['true', 'false']).default('false') }),
  ...CSV,
});

export const exportBoard = route({
  method: 'GET',
  path: '/boards/{id}/export',
  summary: 'All locations of a board, in their order, as CSV',
  access: KEEPERS,
  input: z.object({ id: z.uuid() }),
  ...CSV,
});
