import { z } from 'zod';
import { pageSchema } from '../../platform/http/paging.ts';
import { singleLine } from '../../platform/field-schemas.ts';
import { locationCard } from '../locations/schema.ts';
import { getShownTitle } from '../locations/policy.ts';
import { ENTER_TITLE } from './messages.ts';

/** Boards of one account, archived and private ones included. */
export const MAX_BOARDS = 200;
/** Locations on one board. */
export const MAX_BOARD_LOCATIONS = 500;
/** Boards that one account can duplicate within an hour. */
export const MAX_DUPLICATES_PER_HOUR = 20;

export const MAX_TITLE_LENGTH = 120;
const MAX_NOTE_LENGTH = 1_000;
/** Locations on a page of the search for locations to add. */
export const CANDIDATES_PER_PAGE = 15;
/** Locations that the card of a board shows pictures of. */
export const MAX_COVERS = 3;
/** Addresses that a board can be shared with in one go. */
export const MAX_ADDRESSES = 20;

export const boardTitle = singleLine.min(1, ENTER_TITLE).max(MAX_TITLE_LENGTH);

/** What the owner says of a location on a board; empty stands for none. Line breaks stay, other control characters go. */
export const boardNote = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ''))
  .trim()
  .max(MAX_NOTE_LENGTH);

/** What the caller may do with a board that they see. */
const boardRights = z.object({
  /** Rename it; add, move, annotate and remove its locations. */
  change: z.boolean(),
  choosePrimary: z.boolean(),
  /** By e-mail. */
  share: z.boolean(),
  /** Have a public link. */
  link: z.boolean(),
  duplicate: z.boolean(),
  archive: z.boolean(),
  delete: z.boolean(),
});
export type BoardRights = z.infer<typeof boardRights>;

/** Who sees a board. Others than those who keep it learn only whom it is from. */
const sharing = z.object({
  /** Addresses that it is shared with. */
  people: z.number(),
  /** Whether it has a public link. */
  link: z.boolean(),
  /** Who keeps it, where that is somebody else: the first name, and for the Locations Team the surname as well. */
  from: z.string().nullable(),
});

/** A board in a list. */
export const boardCard = z.object({
  id: z.string(),
  title: z.string(),
  /** Who keeps it: for themselves and the Locations Team; null for others, who learn only whom it is from. */
  user_id: z.string().nullable(),
  private: z.boolean(),
  /** ISO 8601, as every moment. */
  archived_at: z.string().nullable(),
  updated_at: z.string(),
  /** Last part of the address of the public board; null while there is none, and for all who may not make one. */
  link: z.string().nullable(),
  primary_location_id: z.string().nullable(),
  /** Locations on it. */
  count: z.number(),
  /** The first page of its locations. */
  locations: pageSchema(z.object({ id: z.string() })),
  /** The locations whose pictures it shows: the primary one, then of the first on the board those with a photograph, then others. */
  covers: z.array(
    locationCard.pick({ id: true, title: true, primaryimage: true, latitude: true, longitude: true }).readonly(),
  ),
  shared: sharing,
  may: boardRights,
  /** Whether the location is on it that the list was asked about. */
  holds: z.boolean().optional(),
});
export type BoardCard = z.infer<typeof boardCard>;

/** A location on a board. */
export const boardLocation = z.object({
  /** Of the location. */
  id: z.string(),
  /** Its place among all locations of the board, from 0. */
  position: z.number(),
  note: z.string().nullable(),
  /** Whether its picture stands for the board. */
  primary: z.boolean(),
  /** As published; null for one that is no longer available. */
  location: locationCard.nullable(),
  /** What the Locations Team sees of one that is not published, on a private board. */
  unpublished: z
    .object({ title: z.string(), location_status: z.enum(['DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED']) })
    .nullable(),
});
export type BoardLocation = z.infer<typeof boardLocation>;

/** What a location on a board is called. */
export function getTitle({ location, unpublished }: Pick<BoardLocation, 'location' | 'unpublished'>): string {
  if (location) return location.title;
  return unpublished ? getShownTitle(unpublished.title) : UNAVAILABLE_TITLE;
}

/** A board with one page of its locations. */
export const boardView = boardCard.omit({ holds: true }).extend({
  locations: pageSchema(boardLocation),
});
export type BoardView = z.infer<typeof boardView>;

/** A board as everyone with its public link sees it. */
export const publicBoard = z.object({
  title: z.string(),
  /** First name of who keeps it. */
  from: z.string(),
  updated_at: z.string(),
  locations: pageSchema(boardLocation.pick({ id: true, position: true, primary: true, location: true })),
});
export type PublicBoard = z.infer<typeof publicBoard>;

/** An address that a board is shared with. */
export const share = z.object({ id: z.string(), email: z.string() });
export type Share = z.infer<typeof share>;

/** A location that could be added to a board. */
export const candidate = boardLocation
  .pick({ id: true, location: true, unpublished: true })
  .extend({ /** Whether it is on the board already. */ added: z.boolean() });
export type Candidate = z.infer<typeof candidate>;

/** What stands for a location on a board that is not published any more. */
const UNAVAILABLE_TITLE = 'No longer available';

/** How a board is shared, in the fewest words; a public link says more than a number of people. */
export function getSharingLabel({ shared, ...board }: Pick<BoardCard, 'private' | 'shared'>): string {
  if (shared.from !== null) return `From ${shared.from}`;
  if (shared.link) return 'Public link';
  if (shared.people > 0) return `Shared with ${shared.people}`;
  return board.private ? 'Locations Team' : 'Only you';
}

/** Where a board has its page. */
export function getBoardPath({ id }: Pick<BoardCard, 'id'>): string {
  return `/boards/${id}`;
}

/** Where the admin area has a board of a Location Professional. */
export function getAdminBoardPath(userId: string, { id }: Pick<BoardCard, 'id'>): string {
  return `/admin/users/${userId}/boards/${id}`;
}

/** Where a public board has its page. */
export function getPublicBoardPath(link: string): string {
  return `/boards/public/${link}`;
}
