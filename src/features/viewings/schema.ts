import { z } from 'zod';
import { date, singleLine } from '../../platform/http/field-schemas.ts';
import { clearable, toParagraphs } from '../enquiries/schema.ts';
import * as messages from './messages.ts';

/** The states of a stop with their labels. */
export const STOP_STATES = {
  PLANNED: 'Not asked yet',
  ASKED: 'Asked',
  CONFIRMED: 'Confirmed',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
} as const;
export type StopState = keyof typeof STOP_STATES;
const STOP_STATE_NAMES = Object.keys(STOP_STATES) as [StopState, ...StopState[]];
const ANSWERS = ['CONFIRMED', 'DECLINED'] as const satisfies readonly StopState[];
export type Answer = (typeof ANSWERS)[number];

const MAX_PEOPLE = 200;
export const MAX_PARTY = 50;
/** Viewings of a production. */
export const MAX_VIEWINGS = 100;
/** Stops of a viewing. */
export const MAX_STOPS = 20;
/** Emails about the viewings of a production in 24 hours, besides cancellations. */
export const MAX_DAILY_MAILS = 300;
/** Answers of owners about the viewings of a production in 24 hours. */
export const MAX_DAILY_ANSWERS = 200;

const text = (length: number) => clearable(z.string().overwrite(toParagraphs).trim().max(length));
const time = z.string(messages.ENTER_TIME).regex(/^([01]\d|2[0-3]):[0-5]\d$/, messages.ENTER_TIME);

export const viewingFields = z.object({
  day: date,
  /** The size of the party. */
  people: z.coerce
    .number(messages.ENTER_PEOPLE)
    .int(messages.ENTER_PEOPLE)
    .min(1, messages.ENTER_PEOPLE)
    .max(MAX_PEOPLE, messages.ENTER_PEOPLE),
  /** Where and when the party meets. */
  note: text(1_000).default(null),
});
export type ViewingFields = z.output<typeof viewingFields>;

/** A time at a location, by the clock of the region. */
export const slotFields = z.object({ slot_from: time, slot_to: time });
export const slotForm = slotFields.check(({ value, issues }) => {
  if (value.slot_to <= value.slot_from)
    issues.push({ code: 'custom', path: ['slot_to'], message: messages.TIMES_IN_ORDER, input: value });
});

export const answer = z.enum(ANSWERS);
export const answerForm = z.object({ answer, note: text(500).default(null) });

const contact = z.object({
  name: singleLine.nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
});

export type Contact = z.output<typeof contact>;

/** A contact of the location, or the account of its owner. */
const contactChoice = z.union([z.uuid(), z.literal('ACCOUNT')], messages.CHOOSE_CONTACT);
export const contactForm = z.object({ contact: contactChoice });

/** Somebody who can be asked about a location. */
export const stopContact = contact.extend({ contact: contactChoice });
export type StopContact = z.output<typeof stopContact>;

const slot = { title: z.string(), slot_from: z.string(), slot_to: z.string() };

const viewingStop = z.object({
  id: z.uuid(),
  ...slot,
  state: z.enum(STOP_STATE_NAMES),
  /** Whom the owner's email goes to; null for those who may not see the contacts of the location, and some time after the day. */
  contact: contact.nullable(),
  /** Whether nobody is asked before the office chooses again, since whom it has chosen is gone. */
  is_contact_gone: z.boolean(),
  /** What the owner wrote. */
  answer_note: z.string().nullable(),
});
export type ViewingStop = z.output<typeof viewingStop>;

/** A viewing as the office sees it. */
export const viewing = z.object({
  id: z.uuid(),
  version: z.number(),
  day: z.string(),
  people: z.number(),
  note: z.string().nullable(),
  /** Whether it can still change: its day has not passed, and it is not cancelled. */
  is_open: z.boolean(),
  cancelled: z.boolean(),
  /** Whether the party has an itinerary, and whether something has changed since it was sent. */
  itinerary: z.enum(['NOT_SENT', 'SENT', 'OUTDATED']),
  party: z.array(z.object({ person_id: z.uuid(), name: z.string(), email: z.string().nullable() })),
  stops: z.array(viewingStop),
});
export type Viewing = z.output<typeof viewing>;

/** What an owner reads who is asked for a time: nothing of the production but its name outside the office. */
export const viewingRequest = z.object({
  ...slot,
  production: z.string(),
  day: z.string(),
  people: z.number(),
  state: z.enum(STOP_STATE_NAMES),
  note: z.string().nullable(),
  version: z.number(),
});
export type ViewingRequest = z.output<typeof viewingRequest>;

/** The itinerary of the party. */
export const itinerary = z.object({
  production: z.string(),
  day: z.string(),
  people: z.number(),
  note: z.string().nullable(),
  cancelled: z.boolean(),
  /** Whether this is the time in which positions and contacts are shown: from the day before to the end of the day. */
  is_disclosed: z.boolean(),
  stops: z.array(
    z.object({
      ...slot,
      state: z.enum(STOP_STATE_NAMES),
      /** Exact for a confirmed stop while positions are shown; otherwise as published, or null. */
      position: z.object({ latitude: z.number(), longitude: z.number(), is_exact: z.boolean() }).nullable(),
      /** Of a confirmed stop while contacts are shown. */
      contact: contact.nullable(),
    }),
  ),
});
export type Itinerary = z.output<typeof itinerary>;
