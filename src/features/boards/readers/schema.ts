import { z } from 'zod';
import { pageSchema } from '../../../platform/http/paging.ts';
import { boardLocation, boardView, publicBoard } from '../schema.ts';

/** How long a browser can read a board after the address was confirmed in it. */
export const READER_DAYS = 90;
/** Browsers in which the address of one share is confirmed. A further one replaces the oldest. */
export const MAX_READERS = 10;

/** A board as shown to a reader. Readers see all notes, costs and tags, as the owner has chosen them. */
export const sharedBoard = publicBoard.extend({
  sections: boardView.shape.sections,
  tags: boardView.shape.tags,
  locations: pageSchema(
    publicBoard.shape.locations.shape.data.element.extend(
      boardLocation.pick({ note: true, state: true, cost: true, tags: true, photographs: true, files: true }).shape,
    ),
  ),
});
export type SharedBoard = z.infer<typeof sharedBoard>;

/** Facts that the email about a share states too. */
export const boardInvitation = publicBoard
  .pick({ title: true, owner_name: true, primaryimage: true })
  .extend({ /** Number of locations. */ count: z.number() });
export type BoardInvitation = z.infer<typeof boardInvitation>;
