import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { MAX_SELECTED_LOCATIONS, MAX_TITLE_LENGTH } from '../schema.ts';
import { ENTER_LOGO_ALT, ENTER_LOOK_BOOK_TITLE } from './messages.ts';

/** How long a look-book can be downloaded. */
export const AVAILABLE_DAYS = 7;
/** Look-books that an account can make within a day. One is made at a time. */
export const MAX_DAILY_LOOK_BOOKS = 20;
/** Size of a look-book that can be sent. Backups read it as a whole. */
export const MAX_SENT_MB = 100;
/** Photographs of one location. */
const MAX_LOCATION_PHOTOGRAPHS = 12;
/** Photographs of a look-book: from as many locations on, each has one. */
const MAX_PHOTOGRAPHS = 1_000;
export const LOOK_BOOK_FORMATS = ['PDF', 'PPTX_16_9', 'PPTX_4_3', 'ZIP'] as const;
export type LookBookFormat = (typeof LOOK_BOOK_FORMATS)[number];
/** The file extension of each format. */
export const FILE_ENDINGS: Readonly<Record<LookBookFormat, string>> = {
  PDF: 'pdf',
  PPTX_16_9: 'pptx',
  PPTX_4_3: 'pptx',
  ZIP: 'zip',
};
export const DEFAULT_COLOUR = '#15303b';

/** Settings of a look-book. */
export const lookBookSettings = z.object({
  title: singleLine.min(1, ENTER_LOOK_BOOK_TITLE).max(MAX_TITLE_LENGTH),
  /** A line below the title, such as for whom it is. */
  subtitle: singleLine.max(MAX_TITLE_LENGTH).default(''),
  /** Of the cover and the headings, as #rrggbb. */
  colour: z
    .string()
    .regex(/^#[\da-f]{6}$/)
    .default(DEFAULT_COLOUR),
  format: z.enum(LOOK_BOOK_FORMATS),
  /** Photographs on a page after the first of a location. */
  photographsPerPage: z.union([z.literal(1), z.literal(4)]).default(4),
  /** Whether it has the notes of the board. */
  notes: z.boolean().default(false),
  /** Whether it has states and costs. */
  states: z.boolean().default(false),
  /** Whether it names locations that have refused. They have no page of their own. */
  refused: z.boolean().default(false),
  /** Whether it has recce photographs, after those of the location. */
  recce: z.boolean().default(false),
  /** Whether it says who has made it, with name and email address. */
  preparedBy: z.boolean().default(false),
  /** Whether it has the answers of guests, as they are when it is made. For the owner of the board only. */
  answers: z.boolean().default(false),
  /** Whether it has the logo of the caller, if there is one. */
  logo: z.boolean().default(true),
  /** Some locations of the board; null for all. */
  locationIds: z.array(z.uuid()).min(1).max(MAX_SELECTED_LOCATIONS).nullable().default(null),
  facts: z.boolean().default(true),
  map: z.boolean().default(true),
});
export type LookBookSettings = z.output<typeof lookBookSettings>;

const MAX_ALT_LENGTH = 200;
/** The alternative text of a logo. */
export const logoAlt = singleLine.min(1, ENTER_LOGO_ALT).max(MAX_ALT_LENGTH);

/** The logo of the caller. */
export const lookBookLogo = z.object({
  alt: z.string(),
  /** The URL of an image with its data. */
  src: z.string(),
});

/** The first pages or slides of a look-book: its cover, the overview of locations if there is one, and the first one of a location. */
export const lookBookPreview = z.object({
  /** Each as the URL of an image with its data. */
  pages: z.array(z.string()),
});
export type LookBookPreview = z.output<typeof lookBookPreview>;

/** A look-book that the caller has made of a board. */
export const lookBook = z.object({
  id: z.uuid(),
  state: z.enum(['WAITING', 'READY', 'FAILED']),
  title: z.string(),
  format: z.enum(LOOK_BOOK_FORMATS),
  /** ISO 8601. */
  requested_at: z.string(),
  /** Per cent. */
  progress: z.number(),
  /** Size and last time of the download; null unless it is READY. */
  bytes: z.number().nullable(),
  expires_at: z.string().nullable(),
  /** Whether it has states and costs. */
  has_states: z.boolean(),
  /** Whether it has answers of guests. */
  has_answers: z.boolean(),
  /** Whether it can be sent with the board. */
  can_be_sent: z.boolean(),
});
export type LookBookState = z.output<typeof lookBook>;

const photographCounts = z.object({
  /** Photographs that a look-book has. */
  photographs: z.number(),
  /** Photographs whose renditions are not made yet. */
  unfinished: z.number(),
});
/** The contents that a look-book of a board can have. */
export const lookBookContents = photographCounts.extend({
  /** Published locations that have not refused, whose photographs are counted. */
  locations: z.number(),
  /** Published locations that have refused. */
  refused: z.number(),
  /** The same with recce photographs. */
  with_recce: photographCounts,
});
export type LookBookContents = z.output<typeof lookBookContents>;

/** Returns how many photographs a look-book has of each of so many locations. */
export function getMaxPhotographs(locations: number): number {
  return Math.max(1, Math.min(MAX_LOCATION_PHOTOGRAPHS, Math.floor(MAX_PHOTOGRAPHS / locations)));
}

/** Returns how many photographs a look-book has. @param photographs those of each location */
export function countPhotographs(photographs: readonly number[]): number {
  const max = getMaxPhotographs(photographs.length);
  return photographs.reduce((sum, count) => sum + Math.min(count, max), 0);
}
