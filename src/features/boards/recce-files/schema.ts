import { z } from 'zod';

/** Files of one location on a board. */
export const MAX_LOCATION_FILES = 10;
/** Files of one board. */
export const MAX_BOARD_FILES = 100;

/** A PDF or Word document that people of a board have added to one of its locations. */
export const boardFile = z.object({ id: z.string(), name: z.string(), bytes: z.number() });
export type BoardFile = z.infer<typeof boardFile>;
