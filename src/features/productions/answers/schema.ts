import { z } from 'zod';
import { optional, sharedEmail } from '../../../platform/http/field-schemas.ts';
import { answer } from '../../boards/guests/schema.ts';
import { person } from '../../entry-subjects/schema.ts';
import { paragraphs } from '../schema.ts';

/** Boards that answer one production. */
export const MAX_BOARDS = 20;
/** Sendings to one production, in all and in a day. */
export const MAX_SENDINGS = 100;
export const MAX_DAILY_SENDINGS = 20;

export const sendingForm = z.object({
  recipient: sharedEmail,
  message: paragraphs(2_000),
  /** A look-book of the board that the caller has made; empty for none. */
  lookBookId: optional(z.uuid()),
  /** An enquiry of the production in whose conversation the recipient, its sender, is written to; empty for an email of its own. */
  enquiryId: optional(z.uuid()),
});

/** What has happened to a location since it was sent, with the words for it. */
export const CHANGES_SINCE = {
  WITHDRAWN: 'No longer published',
  REMOVED: 'No longer on the board',
  REFUSED: 'Has refused',
  CHANGED: 'Changed since it was sent',
} as const;
type ChangeSince = keyof typeof CHANGES_SINCE;

/** Where guests read the title of a production while it is under embargo, with the words for it. */
export const SECRET_TITLE_PLACES = {
  BOARD: 'The title, a section or a note of the board has the words of the secret title; its guests read it.',
  LOOK_BOOK: 'The look-book has the words of the secret title; guests can download it.',
} as const;
type SecretTitlePlace = keyof typeof SECRET_TITLE_PLACES;

const sentLocation = z.object({
  /** Null after the location is deleted. */
  location_id: z.uuid().nullable(),
  title: z.string(),
  since: z.enum(Object.keys(CHANGES_SINCE) as [ChangeSince, ...ChangeSince[]]).nullable(),
  answers: z.array(
    z.object({ name: z.string(), role: z.string(), answer: answer.nullable(), comment: z.string().nullable() }),
  ),
});

/** A board that was sent, and what has come of it. */
const sending = z.object({
  id: z.uuid(),
  /** Null after it is deleted, and for callers who may not open it. */
  board_id: z.uuid().nullable(),
  /** That of the board when it was sent. */
  title: z.string(),
  recipient: z.string(),
  sender: person.nullable(),
  sent_at: z.string(),
  /** Title of the look-book that went with it; null without one. */
  look_book: z.string().nullable(),
  /** Whether its guest link is there. */
  has_link: z.boolean(),
  /** Empty if its link has ended. A board or a link that has the title is named at its latest sending only. */
  secret_title_in: z.array(z.enum(Object.keys(SECRET_TITLE_PLACES) as [SecretTitlePlace, ...SecretTitlePlace[]])),
  first_opened_at: z.string().nullable(),
  last_opened_at: z.string().nullable(),
  locations: z.array(sentLocation),
});

/** The boards that answer a production, and what was sent of them, latest first. */
export const productionAnswers = z.object({
  /** Empty for callers who may not open them. */
  boards: z.array(
    z.object({
      id: z.uuid(),
      title: z.string(),
      is_archived: z.boolean(),
      /** Of locations that can be sent. */ available: z.number(),
    }),
  ),
  sendings: z.array(sending),
});
export type ProductionAnswers = z.output<typeof productionAnswers>;
