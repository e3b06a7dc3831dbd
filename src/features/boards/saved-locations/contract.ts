import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

/** In a separate file because every page loads it, but few load the other routes of boards. */
export const savedLocations = route('GET', '/user/board-locations', {
  summary:
    'Lists the ids of locations on the active boards that the caller owns or may edit, for the Locations Team also on private boards',
  access: 'board.own',
  output: z.array(z.string()),
});
