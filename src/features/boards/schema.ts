import { z } from 'zod';
import { pageSchema } from '../../platform/http/paging.ts';
import { singleLine } from '../../platform/http/field-schemas.ts';
import { locationCard } from '../locations/catalogue/schema.ts';
import { reccePhotograph } from './recce-photographs/schema.ts';
import { boardFile } from './recce-files/schema.ts';
import { boardTags, tagCount } from './tags/schema.ts';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import { ENTER_AMOUNT, ENTER_DAYS, ENTER_SECTION_TITLE, ENTER_TITLE } from './messages.ts';

/** Boards of one account, archived and private ones included. */
export const MAX_BOARDS = 500;
/** Locations on one board. */
export const MAX_BOARD_LOCATIONS = 1_000;
/** Locations on all boards of one account together, a location counted once for each board. */
export const MAX_BOARD_ENTRIES = 20_000;
/** Photographs of one location on a board: as many as a location can have. */
export const MAX_CHOSEN_IMAGES = 60;
/** Locations of a selection, which are in the URL of its export. */
export const MAX_SELECTED_LOCATIONS = 100;
/** Sections of one board. */
export const MAX_SECTIONS = 100;
/** Email addresses that one board is shared with. */
export const MAX_SHARES = 200;
/** Boards that one account can duplicate within an hour. */
export const MAX_DUPLICATES_PER_HOUR = 20;

export const MAX_TITLE_LENGTH = 120;
export const MAX_SECTION_TITLE_LENGTH = 100;
const MAX_NOTE_LENGTH = 1_000;
export const MAX_SECTION_NOTES_LENGTH = 2_000;
/** The longest note that merging two locations can make of theirs. It can be kept as it is, and shortened. */
export const MAX_JOINED_NOTE_LENGTH = 5_000;
/** Locations on a page of the search for locations to add. */
export const CANDIDATES_PER_PAGE = 15;
/** Time to live of the link in an email about a share. Every email has a new one. */
export const INVITATION_DAYS = 30;
/** Pictures on the card of a board. */
export const MAX_COVERS = 3;
/** Email addresses in one call that shares a board. */
export const MAX_ADDRESSES = 20;

export const boardTitle = singleLine.min(1, ENTER_TITLE).max(MAX_TITLE_LENGTH);

export const sectionTitle = singleLine.min(1, ENTER_SECTION_TITLE).max(MAX_SECTION_TITLE_LENGTH);

/** Text with line breaks. */
export const noteText = z
  .string()
  .overwrite((text) => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, ''))
  .trim();

/** The owner's note on a location of a board; empty for none. Control characters other than line breaks and tabs are removed. */
export const boardNote = noteText.max(MAX_JOINED_NOTE_LENGTH);

/** The owner's notes on a section; empty for none. */
export const sectionNotes = noteText.max(MAX_SECTION_NOTES_LENGTH);

/** The text that a change is based on: if it is another one by now, the call fails with CONFLICT, and its field has the present text. */
export const baseText = z.string().max(MAX_JOINED_NOTE_LENGTH);

/** Schema of a changed note. A note that already exceeds the limit may stay as long as it is, but not grow. */
export function getNoteSchema(present: string | null) {
  return noteText.max(Math.max(MAX_NOTE_LENGTH, present?.length ?? 0));
}

/** The permissions of the caller on a board. */
const boardRights = z.object({
  /** Rename it; add, move and remove locations; edit notes. */
  change: z.boolean(),
  choosePrimary: z.boolean(),
  /** Share it by email. */
  share: z.boolean(),
  /** Create and delete its public link. */
  link: z.boolean(),
  /** Make guest links, and read the answers of guests. */
  guests: z.boolean(),
  duplicate: z.boolean(),
  archive: z.boolean(),
  delete: z.boolean(),
});
export type BoardRights = z.infer<typeof boardRights>;

/** Who can see a board. Only the owner gets `share_count`, `link` and `guest_link_count`; others get `owner_name`. */
const sharing = z.object({
  /** Number of email addresses that it is shared with. */
  share_count: z.number(),
  /** Whether it has a public link. */
  link: z.boolean(),
  /** Number of guest links. */
  guest_link_count: z.number(),
  /** First name of the owner, for the Locations Team the full name; null for the owner. */
  owner_name: z.string().nullable(),
});

/** A board in a list. */
export const boardCard = z.object({
  id: z.string(),
  title: z.string(),
  /** The owner; null for viewers. */
  user_id: z.string().nullable(),
  private: z.boolean(),
  /** ISO 8601. */
  archived_at: z.string().nullable(),
  updated_at: z.string(),
  /** Secret of the public link; null if there is none or the caller may not create one. */
  link: z.string().nullable(),
  primary_location_id: z.string().nullable(),
  /** Number of locations. */
  count: z.number(),
  /** The first page of its locations. */
  locations: pageSchema(z.object({ id: z.string() })),
  /** Locations of the pictures on the card: the primary one, then the first ones with a photograph, then others. */
  covers: z.array(
    locationCard.pick({ id: true, title: true, primaryimage: true, latitude: true, longitude: true }).readonly(),
  ),
  shared: sharing,
  rights: boardRights,
  /** Whether it has the requested location. */
  has_location: z.boolean().optional(),
});
export type BoardCard = z.infer<typeof boardCard>;

/** The most that one location may cost in all, and for one day. */
const MAX_COST = 10_000_000;
const MAX_COST_DAYS = 365;
/** Whole cents, and half days. */
const isMultipleOf = (step: number) => (value: number) => Number.isInteger(Math.round((value / step) * 1e6) / 1e6);

/** The cost of a location, in the currency of the region: flat, or a rate for each of some days. */
export const locationCost = z.object({
  amount: z
    .number(ENTER_AMOUNT)
    .min(0, ENTER_AMOUNT)
    .max(MAX_COST, ENTER_AMOUNT)
    .refine(isMultipleOf(0.01), ENTER_AMOUNT),
  /** Null for a flat cost. */
  days: z
    .number(ENTER_DAYS)
    .min(0.5, ENTER_DAYS)
    .max(MAX_COST_DAYS, ENTER_DAYS)
    .refine(isMultipleOf(0.5), ENTER_DAYS)
    .nullable(),
});
export type LocationCost = z.infer<typeof locationCost>;

/** The known range of a cost: the same value twice, unless there are options. */
const costRange = z.object({ lowest: z.number(), highest: z.number() });
export type CostRange = z.infer<typeof costRange>;

/** A section of a board, with locations to choose from. */
export const boardSection = z.object({
  id: z.string(),
  title: z.string(),
  notes: z.string().nullable(),
  /** Number of its locations. */
  count: z.number(),
  /** Id of the location that was chosen for it. */
  locked_location_id: z.string().nullable(),
  /** Of the location that is locked in, otherwise of its locations that are not refused; null where no cost is known. */
  cost: costRange.nullable(),
});
export type BoardSection = z.infer<typeof boardSection>;

/** The sections of a board and its locations, in their order. */
export const outline = z.object({
  /** Of the board. */
  title: z.string(),
  sections: z.array(boardSection.pick({ id: true, title: true })),
  locations: z.array(
    z.object({
      id: z.string(),
      /** Null if it is not published. */
      title: z.string().nullable(),
      section_id: z.string().nullable(),
    }),
  ),
});
export type Outline = z.infer<typeof outline>;

/** How far the talks about a location have come, and the words for it. */
export const LOCATION_STATES = {
  IDEA: 'Idea',
  ASKED: 'Asked',
  ANSWERED: 'Answered',
  VISITED: 'Visited',
  AGREED: 'Agreed',
  REFUSED: 'Refused',
} as const;
export const locationState = z.enum(Object.keys(LOCATION_STATES) as (keyof typeof LOCATION_STATES)[]);

/** A location on a board. */
export const boardLocation = z.object({
  /** Id of the location. */
  id: z.string(),
  /** Position among all locations of the board, from 0. */
  position: z.number(),
  /** The section that it is in; null for none. */
  section_id: z.string().nullable(),
  note: z.string().nullable(),
  state: locationState,
  cost: locationCost.nullable(),
  tags: boardTags,
  /** The photographs that were chosen for the board and are published, in their order; null for all of the location. */
  image_ids: z.array(z.string()).nullable(),
  /** Those that people of the board have taken, for everybody who sees the notes. */
  photographs: z.array(reccePhotograph),
  /** Those that people of the board have added, for everybody who sees the notes. */
  files: z.array(boardFile),
  /** Whether it is the primary location. */
  primary: z.boolean(),
  /** The published version, with the first photograph that counts on the board; null if it is not published. */
  location: locationCard.nullable(),
  /** Title and status of an unpublished location, on a private board for the Locations Team only. */
  unpublished: z
    .object({ title: z.string(), location_status: z.enum(['DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED']) })
    .nullable(),
});
export type BoardLocation = z.infer<typeof boardLocation>;

/** Returns the title that is shown for a location of a board. */
export function getTitle({ location, unpublished }: Pick<BoardLocation, 'location' | 'unpublished'>): string {
  if (location) return location.title;
  return unpublished ? getDisplayTitle(unpublished.title) : UNAVAILABLE_TITLE;
}

/** Returns the photographs of a published location that count on a board, in their order. */
export function selectImages<Image extends { readonly id: string }>(
  images: readonly Image[],
  { image_ids }: Pick<BoardLocation, 'image_ids'>,
): readonly Image[] {
  return image_ids?.flatMap((id) => images.find((image) => image.id === id) ?? []) ?? images;
}

/** A board with its sections and one page of its locations: those without a section first, then those of each section. */
export const boardView = boardCard.omit({ has_location: true }).extend({
  /** Increases with each change of what it shows. */
  version: z.number(),
  sections: z.array(boardSection),
  /** The tags of its locations. */
  tags: z.array(tagCount),
  /** All, or those with the requested tag. */
  locations: pageSchema(boardLocation),
  /** Of all sections, and of the locations without one that are not refused. */
  cost: costRange.nullable(),
});
export type BoardView = z.infer<typeof boardView>;

/** A board as shown by its public link. */
export const publicBoard = z.object({
  title: z.string(),
  /** First name of the owner. */
  owner_name: z.string(),
  updated_at: z.string(),
  /** Of the primary location, by default of the first one with a photograph, for previews of the link. */
  primaryimage: locationCard.shape.primaryimage,
  /** Without their notes and costs. */
  sections: z.array(boardSection.omit({ notes: true, cost: true })),
  locations: pageSchema(
    boardLocation.pick({ id: true, position: true, section_id: true, image_ids: true, primary: true, location: true }),
  ),
});
export type PublicBoard = z.infer<typeof publicBoard>;

/** An email address that a board is shared with. */
export const share = z.object({
  id: z.string(),
  email: z.string(),
  /** Whether its people may change the board, if they are Location Professionals or the Locations Team; others only view it. */
  may_edit: z.boolean(),
});
export type Share = z.infer<typeof share>;

/** A location that can be added to a board. */
export const candidate = boardLocation
  .pick({ id: true, location: true, unpublished: true })
  .extend({ /** Whether it is already on the board. */ added: z.boolean() });
export type Candidate = z.infer<typeof candidate>;

const UNAVAILABLE_TITLE = 'No longer available';

/** Returns a short description of who can see a board. A public link takes precedence over the number of shares. */
export function getSharingLabel({ shared, ...board }: Pick<BoardCard, 'private' | 'shared'>): string {
  if (shared.owner_name !== null) return `From ${shared.owner_name}`;
  if (shared.link) return 'Public link';
  if (shared.guest_link_count > 0) return 'Guest links';
  if (shared.share_count > 0) return `Shared with ${shared.share_count}`;
  return board.private ? 'Locations Team' : 'Only you';
}

/** Returns the path of a board. */
export function getBoardPath({ id }: Pick<BoardCard, 'id'>): string {
  return `/boards/${id}`;
}

/** Returns the path of a Location Professional's board in the back office. */
export function getAdminBoardPath(userId: string, { id }: Pick<BoardCard, 'id'>): string {
  return `/admin/users/${userId}/boards/${id}`;
}

/** Returns the path of a public board. */
export function getPublicBoardPath(link: string): string {
  return `/boards/public/${link}`;
}

/** Returns the path of a shared board for somebody without an account. */
export function getReaderPath(shareId: string): string {
  return `/boards/shared/${shareId}`;
}
