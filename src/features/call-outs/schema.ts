import { z } from 'zod';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { clearable, toParagraphs } from '../enquiries/schema.ts';
import { picture } from '../media/schema.ts';
import * as messages from './messages.ts';

/** The states of a call-out with their labels. */
export const CALL_OUT_STATES = { DRAFT: 'Not sent yet', OPEN: 'Open', CLOSED: 'Closed' } as const;
type CallOutState = keyof typeof CALL_OUT_STATES;
const CALL_OUT_STATE_NAMES = Object.keys(CALL_OUT_STATES) as [CallOutState, ...CallOutState[]];

/** What an owner answers about a place, with the labels. */
export const ANSWERS = { YES: 'Yes', NO: 'No' } as const;
export type Answer = keyof typeof ANSWERS;

const BRIEF_LENGTH = 4_000;
/** Characters of a search, encoded as in a URL: the database checks the same. */
export const MAX_SEARCH_LENGTH = 4_000;
/** Call-outs of a production. */
export const MAX_CALL_OUTS = 50;
/**
 * Emails about call-outs to an owner in a calendar month of the region: one a week. Owners who get more stop reading them, and take back
 * their consent.
 */
export const MAX_MONTHLY_MAILS = 4;
/** Locations that a call-out can match: a brief that fits more is too vague to bother their owners with. */
export const MAX_MATCHES = 5_000;
/** Owners and film offices who are emailed in one transaction, which then takes about a second. */
export const SENDING_BATCH = 200;
/** Locations of an owner that a call-out asks about: more than a person answers one by one. */
export const MAX_ASKED = 50;
/** Places that a recipient can suggest. */
export const MAX_PLACES = 5;
/** Call-outs on the public page of wanted locations, the latest first. */
export const MAX_WANTED = 50;
/** Photographs of an answer. */
export const MAX_PHOTOGRAPHS = 2;

const paragraphs = z.string().overwrite(toParagraphs).trim();
const clearableText = (length: number) => clearable(paragraphs.max(length));
const day = clearable(date);

/** What the office writes. The days of filming are optional; a first day without a last one is a single day. */
export const callOutFields = z.object({
  brief: paragraphs.min(1, messages.ENTER_BRIEF).max(BRIEF_LENGTH),
  days_from: day.default(null),
  days_to: day.default(null),
  last_day: date,
  /** A search of the catalogue, as the query string of its URL. */
  search: z.string().max(MAX_SEARCH_LENGTH),
  /** Whether the public page of wanted locations shows it while it is open. */
  is_wanted: z.boolean().default(false),
});
export type CallOutFields = z.output<typeof callOutFields>;

export const callOutForm = callOutFields.check(({ value: { days_from, days_to }, issues }) => {
  if (days_to !== null && (days_from === null || days_to < days_from))
    issues.push({ code: 'custom', path: ['days_to'], message: messages.DAYS_IN_ORDER, input: days_to });
});

const answer = z.enum(Object.keys(ANSWERS) as [Answer, ...Answer[]], messages.CHOOSE_ANSWER);
/** What an owner says about a place. */
export const answerForm = z.object({
  answer,
  /** In their words, such as ‘1 to 5 June, not on Sundays’. */
  days: clearableText(300).default(null),
  note: clearableText(1_000).default(null),
});

/** A place that is not in the catalogue. */
export const placeForm = z.object({
  title: singleLine.min(1, messages.ENTER_PLACE_TITLE).max(150),
  place: singleLine.min(1, messages.ENTER_PLACE).max(120),
  days: answerForm.shape.days,
  note: answerForm.shape.note,
});

const said = { answer: answer.nullable(), days: z.string().nullable(), note: z.string().nullable() };

/** An answer as the office reads it. */
const callOutAnswer = z.object({
  id: z.uuid(),
  /** Null for a suggested place that is not a location yet, and for a location that was deleted since. */
  location_id: z.uuid().nullable(),
  title: z.string(),
  /** Where a suggested place is; null for a location of the catalogue, also for a deleted one. */
  place: z.string().nullable(),
  /** Who answered; null for those who may not see the owner of the location. They get neither the note nor photographs. */
  sender: z.string().nullable(),
  /** Whether a film office answered. */
  is_office: z.boolean(),
  ...said,
  answered_at: z.string(),
  photographs: z.array(picture),
  /** Whether the location is in the answer already: the production has it, and so has one of its boards. */
  is_offered: z.boolean(),
});
export type CallOutAnswer = z.output<typeof callOutAnswer>;

/** A call-out as the office sees it. */
export const callOut = z.object({
  id: z.uuid(),
  version: z.number(),
  brief: z.string(),
  days_from: z.string().nullable(),
  days_to: z.string().nullable(),
  last_day: z.string(),
  search: z.string(),
  is_wanted: z.boolean(),
  state: z.enum(CALL_OUT_STATE_NAMES),
  /** Owners and film offices who were sent it, and those of them who have answered. */
  sent: z.number(),
  answered: z.number(),
  answers: z.array(callOutAnswer),
});
export type CallOut = z.output<typeof callOut>;

/** An open call-out as the public reads it. */
export const wantedLocation = callOut.pick({ id: true, brief: true, days_from: true, days_to: true, last_day: true });
export type WantedLocation = z.output<typeof wantedLocation>;

/** What happens to an owner when a call-out is sent, in the order of the rules, with the words for it. */
export const OWNER_STATES = {
  SENT: 'have been sent it',
  NO_CONSENT: 'have not agreed to emails about call-outs',
  NO_EMAIL: 'have no verified email address',
  CAPPED: 'have had the most emails of this month',
  READY: 'will be sent it',
} as const;
export type OwnerState = keyof typeof OWNER_STATES;

/** Whom a call-out would reach now. */
export const audience = z.object({
  /** Matching locations, of the area of a film office only if one sends it. */
  locations: z.number(),
  /** Those of them that no owner's account looks after. */
  without_owner: z.number(),
  owners: z.record(z.enum(Object.keys(OWNER_STATES) as [OwnerState, ...OwnerState[]]), z.number()),
  /** Film offices of the areas of these locations, and whether they were sent it. */
  offices: z.array(z.object({ name: z.string(), sent: z.boolean() })),
});
export type Audience = z.output<typeof audience>;

const sentPhotograph = z.object({
  id: z.uuid(),
  name: z.string(),
  bytes: z.number(),
  /** Why it was rejected. */
  problem: z.string().nullable(),
});
export type SentPhotograph = z.output<typeof sentPhotograph>;

/** A place that the recipient of a link answers about. */
const askedPlace = z.object({
  id: z.uuid(),
  title: z.string(),
  /** Where it is, if the recipient has suggested it. */
  place: z.string().nullable(),
  ...said,
  photographs: z.array(sentPhotograph),
});
export type AskedPlace = z.output<typeof askedPlace>;

/** What the link of a call-out leads to: nothing of the production. */
export const callOutRequest = z.object({
  brief: z.string(),
  days_from: z.string().nullable(),
  days_to: z.string().nullable(),
  last_day: z.string(),
  /** Whether the link is of a film office, which has no locations of its own. */
  is_office: z.boolean(),
  places: z.array(askedPlace),
});
export type CallOutRequest = z.output<typeof callOutRequest>;
