import { z } from 'zod';
import { date, personName, singleLine } from '../../../platform/http/field-schemas.ts';
import { pageSchema } from '../../../platform/http/paging.ts';
import { picture } from '../../media/schema.ts';
import { boardLocation, noteText, publicBoard } from '../schema.ts';
import { ENTER_LINK_NAME, ENTER_ROLE } from './messages.ts';

/** Guest links of a board. */
export const MAX_GUEST_LINKS = 20;
/** People who can give their names on one link. */
export const MAX_GUESTS = 100;
/** Answers about the locations of a board and their photographs, of all guests together. */
export const MAX_BOARD_ANSWERS = 20_000;
const MAX_COMMENT_LENGTH = 1_000;
/** Fewer characters than for an account: attempts are limited, and the link itself is a secret. */
const PASSWORD_LENGTH = { min: 6, max: 128 } as const;

export const linkPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

/** Settings of a guest link. */
export const guestLinkSettings = z.object({
  /** For whom it is. */
  name: singleLine.min(1, ENTER_LINK_NAME).max(60),
  /** The last day on which it works; null for any. */
  expiresOn: date.nullable().default(null),
  canAnswer: z.boolean().default(true),
  /** The time after which guests cannot answer any more; null for none. */
  answersUntil: z.iso.datetime({ offset: true }).nullable().default(null),
  /** Whether guests can download the locations and their photographs. */
  canDownload: z.boolean().default(false),
  /** Whether guests see the answers of each other. */
  showsAnswers: z.boolean().default(false),
  /** Whether guests read the notes on locations. */
  showsNotes: z.boolean().default(false),
  /** A new password; null for none, undefined for the present one. */
  password: linkPassword.nullable().optional(),
});
export type GuestLinkSettings = z.output<typeof guestLinkSettings>;

/** Somebody without an account who has given a name. */
const guest = z.object({ id: z.string(), name: z.string(), role: z.string() });

/** When something was opened first and last. ISO 8601. */
const openings = { first_opened_at: z.string().nullable(), last_opened_at: z.string().nullable() };

/** A guest link as its owner sees it. */
export const guestLink = z.object({
  id: z.string(),
  name: z.string(),
  /** In the URL. */
  secret: z.string(),
  has_password: z.boolean(),
  expires_on: z.string().nullable(),
  can_answer: z.boolean(),
  answers_until: z.string().nullable(),
  can_download: z.boolean(),
  shows_answers: z.boolean(),
  shows_notes: z.boolean(),
  /** Title of the look-book that was sent with it; null without one. */
  look_book: z.string().nullable(),
  ...openings,
  guests: z.array(guest.extend(openings)),
});
export type GuestLink = z.infer<typeof guestLink>;

/** Fields that a guest enters once in a browser, and can change there. */
export const guestName = z.object({ name: personName, role: singleLine.min(1, ENTER_ROLE).max(100) });

/** Answers of guests, with their labels. */
export const ANSWERS = { YES: 'Yes', MAYBE: 'Maybe', NO: 'No' } as const;
export type Answer = keyof typeof ANSWERS;
export const answer = z.enum(Object.keys(ANSWERS) as Answer[]);

/** A comment on a location; empty for none. */
export const guestComment = noteText.max(MAX_COMMENT_LENGTH);

/** One guest's answer about a location. */
const answerAboutLocation = { answer: answer.nullable(), comment: z.string().nullable() };

/** The caller's answers about a location and its photographs. */
const ownAnswer = z.object({
  ...answerAboutLocation,
  photographs: z.array(z.object({ id: z.string(), answer })),
});
export type OwnAnswer = z.infer<typeof ownAnswer>;

/**
 * What was decided about a location, so that guests are not asked about it any more: it has refused, or one is locked in for its section.
 * Not the state itself, which guests do not see.
 */
const decision = z.enum(['UNAVAILABLE', 'LOCKED_IN']);
export type Decision = z.infer<typeof decision>;

/** How far the guest has come. */
const progress = z.object({
  /** Number of locations that guests are asked about. */
  asked: z.number(),
  /** Positions on the board of those without an answer of the guest, in their order. */
  unanswered: z.array(z.number()),
});
export type Progress = z.infer<typeof progress>;

/** What the guest has said about a location by now, and how far they have come. */
export const savedAnswer = z.object({ own: ownAnswer, progress });
export type SavedAnswer = z.infer<typeof savedAnswer>;

/** How many guests have given which answer. */
export const tally = z.object({
  /** Id of the location. */
  id: z.string(),
  yes: z.number(),
  maybe: z.number(),
  no: z.number(),
  comments: z.number(),
});
export type Tally = z.infer<typeof tally>;

/** Guests' answers about a location of a board, for its owner. */
export const answeredLocation = tally.extend({
  location: boardLocation.shape.location,
  /** Title of the section that it is in. */
  section: z.string().nullable(),
  decision: decision.nullable(),
  answers: z.array(
    guest.extend({
      /** Name of the link. */
      link: z.string(),
      ...answerAboutLocation,
      photographs: z.array(z.object({ picture, answer })),
    }),
  ),
});
export type AnsweredLocation = z.infer<typeof answeredLocation>;

/** A board as shown by a guest link. */
export const guestBoard = publicBoard.extend({
  /** Whether guests can answer now. */
  can_answer: z.boolean(),
  answers_until: z.string().nullable(),
  can_download: z.boolean(),
  /** The one that was sent with the link; null without one. */
  look_book: z.object({ title: z.string(), bytes: z.number() }).nullable(),
  /** The caller; null before they have given a name. */
  guest: guest.omit({ id: true }).nullable(),
  /** Null for guests who cannot answer now. */
  progress: progress.nullable(),
  sections: z.array(
    publicBoard.shape.sections.element.extend({
      /** Title of the location that is locked in. */
      locked_title: z.string().nullable(),
    }),
  ),
  locations: pageSchema(
    publicBoard.shape.locations.shape.data.element.extend({
      /** Null for none, for locations that are not published, and unless the link shows notes. */
      note: z.string().nullable(),
      own: ownAnswer,
      decision: decision.nullable(),
      /** Answers of other guests of the link, if its owner shows them. */
      others: z.array(guest.omit({ id: true }).extend(answerAboutLocation)),
    }),
  ),
});
export type GuestBoard = z.infer<typeof guestBoard>;

/** Returns the path of a board for the guests of a link. */
export function getGuestPath(secret: string): string {
  return `/boards/guest/${secret}`;
}
