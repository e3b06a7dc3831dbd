import { z } from 'zod';
import { route } from '../../platform/http/contract.ts';
import { pageParams as page, pageSchema } from '../../platform/http/paging.ts';
import { singleLine, sharedEmail } from '../../platform/field-schemas.ts';
import { publicLocation } from '../locations/schema.ts';
import {
  MAX_ADDRESSES,
  boardCard,
  boardLocation,
  boardNote,
  boardTitle,
  boardView,
  candidate,
  publicBoard,
  share,
} from './schema.ts';
import { ENTER_EMAIL } from '../../platform/messages.ts';
import { addressLimit } from './messages.ts';

const onBoard = z.object({ id: z.uuid() });
const ofLocation = onBoard.extend({ locationId: z.uuid() });
/** A place among all locations of a board, from 0; what stands there now and all after it make room. Behind the last one: at the end. */
const position = z.number().int().min(0).max(1_000_000);
/** A location on a board, and the board's card as it is now. */
const changed = z.object({ board: boardCard, item: boardLocation });

export const ownBoards = route({
  method: 'GET',
  path: '/user/boards',
  summary: 'The boards that the caller keeps, without archived and private ones; latest change first',
  access: 'board.keep',
  input: page.extend({ /** Says of each board whether this location is on it. */ locationId: z.uuid().optional() }),
  output: pageSchema(boardCard),
});

export const archivedBoards = route({
  method: 'GET',
  path: '/user/archived-boards',
  summary: 'The archived boards of the caller, and for the Locations Team those of the team; latest first',
  access: 'board.keep',
  input: page,
  output: pageSchema(boardCard),
});

export const privateBoards = route({
  method: 'GET',
  path: '/user/private-boards',
  summary: 'The private boards of the Locations Team',
  access: 'board.private',
  input: page.extend({ locationId: z.uuid().optional() }),
  output: pageSchema(boardCard),
});

export const sharedBoards = route({
  method: 'GET',
  path: '/user/shared-boards',
  summary: 'The boards that others share with the address of the caller',
  access: 'board.keep',
  input: page,
  output: pageSchema(boardCard),
});

export const boardsOfUser = route({
  method: 'GET',
  path: '/users/{id}/boards',
  summary: 'The boards of a Location Professional, active or archived',
  access: 'board.administer',
  input: page.extend({ id: z.uuid(), archived: z.enum(['true', 'false']).default('false') }),
  output: pageSchema(boardCard),
});

export const boardOfUser = route({
  method: 'GET',
  path: '/users/{id}/boards/{boardId}',
  summary: 'A board of a Location Professional with one page of its locations, and what the Locations Team may change',
  access: 'board.administer',
  input: page.extend({ id: z.uuid(), boardId: z.uuid() }),
  output: boardView,
});

export const createBoard = route({
  method: 'POST',
  path: '/boards',
  summary: 'Create a board; the Locations Team also for a Location Professional',
  access: 'board.keep',
  input: z.object({ title: boardTitle, userId: z.uuid().optional() }),
  output: boardCard,
});

export const createPrivateBoard = route({
  method: 'POST',
  path: '/boards/private',
  summary: 'Create a private board of the Locations Team',
  access: 'board.private',
  input: z.object({ title: boardTitle }),
  output: boardCard,
});

export const boardById = route({
  method: 'GET',
  path: '/boards/{id}',
  summary: 'A board with one page of its locations, to read for whoever it is shared with and for the Locations Team',
  access: 'board.view',
  input: page.extend(onBoard.shape),
  output: boardView,
});

export const updateBoard = route({
  method: 'PUT',
  path: '/boards/{id}',
  summary: 'Rename a board, or choose the location whose picture stands for it',
  access: 'board.edit',
  input: onBoard.extend({ title: boardTitle.optional(), primaryLocationId: z.uuid().nullable().optional() }),
  output: boardCard,
});

export const deleteBoard = route({
  method: 'DELETE',
  path: '/boards/{id}',
  summary: 'Delete a board for good',
  access: 'board.delete',
  input: onBoard,
  output: z.void(),
});

export const archiveBoard = route({
  method: 'POST',
  path: '/boards/{id}/archive',
  summary: 'Archive a board for good: it stays as it is, and its public link ends',
  access: 'board.archive',
  input: onBoard,
  output: boardCard,
});

export const duplicateBoard = route({
  method: 'POST',
  path: '/boards/{id}/duplicate',
  summary: 'Make a new board of the same locations; whom it was shared with is not copied',
  access: 'board.duplicate',
  input: onBoard.extend({ title: boardTitle }),
  output: boardCard,
});

export const candidatesForBoard = route({
  method: 'GET',
  path: '/boards/{id}/candidates',
  summary: 'Search the locations that could be added to a board; for a private one those not published as well',
  access: 'board.edit',
  input: onBoard.extend({ query: singleLine.max(100).default(''), page: page.shape.page }),
  output: pageSchema(candidate),
});

export const addLocation = route({
  method: 'POST',
  path: '/boards/{id}/locations',
  summary: 'Add a location to a board, at its end unless a position is given',
  access: 'board.edit',
  input: onBoard.extend({ locationId: z.uuid(), note: boardNote.optional(), position: position.optional() }),
  output: changed,
});

export const locationOnBoard = route({
  method: 'GET',
  path: '/boards/{id}/locations/{locationId}',
  summary: 'A location within a board, with its details if it is published',
  access: 'board.view',
  input: ofLocation,
  output: z.object({
    board: boardCard.pick({ id: true, title: true, private: true, archived_at: true, may: true }),
    item: boardLocation,
    location: publicLocation.nullable(),
  }),
});

export const updateLocation = route({
  method: 'PUT',
  path: '/boards/{id}/locations/{locationId}',
  summary: 'Move a location before the one at a position, or change its note',
  access: 'board.edit',
  input: ofLocation.extend({ note: boardNote.optional(), position: position.optional() }),
  output: changed,
});

export const removeLocation = route({
  method: 'DELETE',
  path: '/boards/{id}/locations/{locationId}',
  summary: 'Take a location off a board',
  access: 'board.edit',
  input: ofLocation,
  output: boardCard,
});

export const boardShares = route({
  method: 'GET',
  path: '/boards/{id}/shares',
  summary: 'The addresses that a board is shared with, in the order in which it was',
  access: 'board.share',
  input: onBoard,
  output: z.array(share),
});

export const shareBoard = route({
  method: 'POST',
  path: '/boards/{id}/shares',
  summary: 'Share a board with these addresses; each that is new gets a mail. Answers with all addresses',
  access: 'board.share',
  input: onBoard.extend({
    emails: z.array(sharedEmail).min(1, ENTER_EMAIL).max(MAX_ADDRESSES, addressLimit(MAX_ADDRESSES)),
  }),
  output: z.array(share),
});

export const removeShare = route({
  method: 'DELETE',
  path: '/boards/{id}/shares/{shareId}',
  summary: 'Stop sharing a board with an address',
  access: 'board.share',
  input: onBoard.extend({ shareId: z.uuid() }),
  output: z.void(),
});

export const createLink = route({
  method: 'POST',
  path: '/boards/{id}/link',
  summary: 'Give a board a public link; one that has one keeps it',
  access: 'board.link',
  input: onBoard,
  output: z.object({ link: z.string() }),
});

export const deleteLink = route({
  method: 'DELETE',
  path: '/boards/{id}/link',
  summary: 'End the public link of a board, at once and for good',
  access: 'board.link',
  input: onBoard,
  output: z.void(),
});

export const boardByLink = route({
  method: 'GET',
  path: '/boards/public/{link}',
  summary: 'A board as everyone with its public link sees it',
  access: 'public',
  input: page.extend({ link: z.string().max(100) }),
  output: publicBoard,
});
