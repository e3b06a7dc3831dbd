import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';

/** Who has boards. */
/** By itself, since every page asks it of whoever keeps boards, and few need the others. */
export const savedLocations = route({
  method: 'GET',
  path: '/user/board-locations',
  summary:
    'The locations that are on any board of the caller, and for the Locations Team on its private ones; none archived',
  access: 'board.keep',
  input: z.object({}),
  output: z.array(z.string()),
});
