import { z } from 'zod';
import { picture } from '../../media/schema.ts';

/** Recce photographs of one location on a board. */
export const MAX_LOCATION_PHOTOGRAPHS = 30;
/** Recce photographs of one board. */
export const MAX_BOARD_PHOTOGRAPHS = 500;
/** Bytes of the recce photographs and files on all boards of one account together. */
export const MAX_ACCOUNT_BYTES = 5 * 1024 ** 3;

/** A photograph that people of a board have taken of one of its locations. */
export const reccePhotograph = z.object({
  id: z.string(),
  /** Of the file. */
  name: z.string(),
  /** Null until the worker has checked it. */
  picture: picture.nullable(),
  /** Why it was rejected, in words for the user; it is deleted after a day. */
  problem: z.string().nullable(),
});
export type ReccePhotograph = z.infer<typeof reccePhotograph>;
