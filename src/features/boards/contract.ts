import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { pageParams as page, pageSchema } from '../../platform/http/paging.ts';
import { singleLine, sharedEmail } from '../../platform/http/field-schemas.ts';
import { publicLocation } from '../locations/catalogue/schema.ts';
import {
  MAX_ADDRESSES,
  MAX_BOARD_LOCATIONS,
  MAX_CHOSEN_IMAGES,
  baseText,
  boardCard,
  boardLocation,
  boardNote,
  boardTitle,
  boardView,
  candidate,
  locationCost,
  locationState,
  publicBoard,
  share,
} from './schema.ts';
import { boardTag, boardTags } from './tags/schema.ts';
import { ENTER_EMAIL } from '../../platform/text/common-messages.ts';
import { addressLimit } from './messages.ts';

const boardId = z.object({ id: z.uuid() });
const boardLocationId = boardId.extend({ locationId: z.uuid() });
/** Insert position among all locations of a board, from 0. Positions after the last one mean the end. */
const position = z.number().int().min(0).max(1_000_000);
/** The location to insert before. Unlike a position, it stays right when somebody else moves others meanwhile; used instead of it while it is on the board. */
const beforeId = z.uuid().optional();
/** The photographs of a location that count on the board, in their order; null for all. */
const imageIds = z.array(z.uuid()).min(1).max(MAX_CHOSEN_IMAGES).nullable().optional();
/** The section of locations; null for none. */
const sectionId = z.uuid().nullable();
/** A changed location and the updated card of its board. */
const changedLocation = z.object({ board: boardCard, item: boardLocation });

export const ownBoards = route('GET', '/user/boards', {
  summary: 'Lists the boards of the caller without archived and private ones, latest change first',
  access: 'board.own',
  input: page.extend({ /** Adds to each board whether it has this location. */ locationId: z.uuid().optional() }),
  output: pageSchema(boardCard),
});

export const archivedBoards = route('GET', '/user/archived-boards', {
  summary: 'Lists the archived boards of the caller, for the Locations Team also archived private boards; latest first',
  access: 'board.own',
  input: page,
  output: pageSchema(boardCard),
});

export const privateBoards = route('GET', '/user/private-boards', {
  summary: 'Lists the private boards of the Locations Team',
  access: 'board.private',
  input: page.extend({ locationId: z.uuid().optional() }),
  output: pageSchema(boardCard),
});

export const sharedBoards = route('GET', '/user/shared-boards', {
  summary: 'Lists the boards that are shared with the email address of the caller',
  access: 'board.own',
  input: page.extend({
    locationId: z.uuid().optional(),
    /** Lists only the boards that the caller may change. */
    editable: z.enum(['true', 'false']).default('false'),
  }),
  output: pageSchema(boardCard),
});

export const boardsOfUser = route('GET', '/users/{id}/boards', {
  summary: 'Lists the active or archived boards of a Location Professional',
  access: 'board.administer',
  input: page.extend({ id: z.uuid(), archived: z.enum(['true', 'false']).default('false') }),
  output: pageSchema(boardCard),
});

export const boardOfUser = route('GET', '/users/{id}/boards/{boardId}', {
  summary:
    'Returns a board of a Location Professional with a page of its locations and the rights of the Locations Team',
  access: 'board.administer',
  input: page.extend({ id: z.uuid(), boardId: z.uuid() }),
  output: boardView,
});

export const createBoard = route('POST', '/boards', {
  summary: 'Creates a board. The Locations Team can create one for a Location Professional',
  access: 'board.own',
  input: z.object({ title: boardTitle, userId: z.uuid().optional() }),
  output: boardCard,
  created: '/boards/{id}',
  errors: ['NOT_FOUND'],
  limit: ADDING_RATE,
});

export const createPrivateBoard = route('POST', '/boards/private', {
  summary: 'Creates a private board of the Locations Team',
  access: 'board.private',
  input: z.object({ title: boardTitle }),
  output: boardCard,
  created: '/boards/{id}',
  limit: ADDING_RATE,
});

export const boardById = route('GET', '/boards/{id}', {
  summary:
    'Returns a board with a page of its locations, for its owner, people it is shared with and the Locations Team',
  access: 'board.view',
  input: page.extend({ ...boardId.shape, /** Only locations with this tag. */ tag: boardTag.optional() }),
  output: boardView,
});

export const updateBoard = route('PUT', '/boards/{id}', {
  summary: 'Renames a board or sets its primary location',
  access: 'board.edit',
  input: boardId.extend({
    title: boardTitle.optional(),
    baseTitle: baseText.optional(),
    primaryLocationId: z.uuid().nullable().optional(),
  }),
  output: boardCard,
});

export const deleteBoard = route('DELETE', '/boards/{id}', {
  summary: 'Deletes a board for ever',
  access: 'board.delete',
  input: boardId,
});

export const archiveBoard = route('POST', '/boards/{id}/archive', {
  summary: 'Archives a board for ever: it becomes read-only and its public link is deleted',
  access: 'board.archive',
  input: boardId,
  output: boardCard,
});

export const duplicateBoard = route('POST', '/boards/{id}/duplicate', {
  summary: 'Copies a board with its sections and locations, without shares and public link',
  access: 'board.duplicate',
  input: boardId.extend({ title: boardTitle }),
  output: boardCard,
  created: '/boards/{id}',
  limit: ADDING_RATE,
});

export const candidatesForBoard = route('GET', '/boards/{id}/candidates', {
  summary: 'Searches locations to add to a board, for a private board including unpublished ones',
  access: 'board.edit',
  input: boardId.extend({ query: singleLine.max(100).default(''), page: page.shape.page }),
  output: pageSchema(candidate),
});

export const addLocation = route('POST', '/boards/{id}/locations', {
  summary: 'Adds a location to a board or one of its sections, at the end if no position is given',
  access: 'board.edit',
  input: boardId.extend({
    locationId: z.uuid(),
    note: boardNote.optional(),
    state: locationState.optional(),
    cost: locationCost.nullable().optional(),
    tags: boardTags.optional(),
    imageIds,
    position: position.optional(),
    sectionId: sectionId.optional(),
  }),
  output: changedLocation,
  created: '/boards/{board.id}/locations/{item.id}',
  limit: ADDING_RATE,
});

export const locationOnBoard = route('GET', '/boards/{id}/locations/{locationId}', {
  summary: 'Returns a location of a board, with its details if it is published',
  access: 'board.view',
  input: boardLocationId,
  output: z.object({
    board: boardCard.pick({ id: true, title: true, private: true, archived_at: true, rights: true }),
    item: boardLocation,
    location: publicLocation.nullable(),
  }),
});

export const updateLocation = route('PUT', '/boards/{id}/locations/{locationId}', {
  summary:
    'Moves a location before the one at a position, within its section or into another, or changes its note, state, cost, tags or photographs',
  access: 'board.edit',
  input: boardLocationId.extend({
    note: boardNote.optional(),
    state: locationState.optional(),
    baseNote: baseText.optional(),
    cost: locationCost.nullable().optional(),
    tags: boardTags.optional(),
    imageIds,
    position: position.optional(),
    beforeId,
    sectionId: sectionId.optional(),
  }),
  output: changedLocation,
});

export const moveLocations = route('PUT', '/boards/{id}/locations', {
  summary:
    'Moves locations of a board into a section or out of all, at its end if no position is given, in their order',
  access: 'board.edit',
  input: boardId.extend({
    locationIds: z.array(z.uuid()).min(1).max(MAX_BOARD_LOCATIONS),
    sectionId,
    position: position.optional(),
  }),
  output: boardCard,
});

export const removeLocation = route('DELETE', '/boards/{id}/locations/{locationId}', {
  summary: 'Removes a location from a board',
  access: 'board.edit',
  input: boardLocationId,
  output: boardCard,
});

export const boardShares = route('GET', '/boards/{id}/shares', {
  summary: 'Lists the email addresses that a board is shared with, oldest first',
  access: 'board.share',
  input: boardId,
  output: z.array(share),
});

export const shareBoard = route('POST', '/boards/{id}/shares', {
  summary: 'Shares a board with email addresses. Emails new ones and returns all',
  access: 'board.share',
  input: boardId.extend({
    emails: z.array(sharedEmail).min(1, ENTER_EMAIL).max(MAX_ADDRESSES, addressLimit(MAX_ADDRESSES)),
    /** Those of the email addresses whose people may edit the board. */
    editors: z.array(sharedEmail).max(MAX_ADDRESSES).optional(),
  }),
  output: z.array(share),
  limit: ADDING_RATE,
});

export const updateShare = route('PUT', '/boards/{id}/shares/{shareId}', {
  summary: 'Changes whether the people with an email address may edit a board or only view it. Returns all shares',
  access: 'board.share',
  input: boardId.extend({ shareId: z.uuid(), mayEdit: z.boolean() }),
  output: z.array(share),
});

export const removeShare = route('DELETE', '/boards/{id}/shares/{shareId}', {
  summary: 'Stops sharing a board with an email address',
  access: 'board.share',
  input: boardId.extend({ shareId: z.uuid() }),
});

export const createLink = route('POST', '/boards/{id}/link', {
  summary: 'Creates the public link of a board, or returns the existing one',
  access: 'board.link',
  input: boardId,
  output: z.object({ link: z.string() }),
});

export const deleteLink = route('DELETE', '/boards/{id}/link', {
  summary: 'Deletes the public link of a board',
  access: 'board.link',
  input: boardId,
});

export const boardByLink = route('GET', '/boards/public/{link}', {
  summary: 'Returns a board by its public link',
  access: 'public',
  input: page.extend({ link: z.string().max(100) }),
  output: publicBoard,
});
