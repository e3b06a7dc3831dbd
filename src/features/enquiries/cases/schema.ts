import { z } from 'zod';
import { EMAIL_LENGTH, date, emailSchema, singleLine } from '../../../platform/http/field-schemas.ts';
import { ENTER_EMAIL } from '../../../platform/text/common-messages.ts';
import { person } from '../../entry-subjects/schema.ts';
import { MAX_FILES, enquiryFile } from '../files/schema.ts';
import { CHOOSE_FILMED } from '../outcomes/messages.ts';
import { outcome, outcomeFields } from '../outcomes/schema.ts';
import { ENTER_MESSAGE, ENTER_NOTE, ENTER_RECIPIENT } from './messages.ts';
import {
  DATES_ERROR,
  MAX_LOCATIONS,
  PRODUCTION_KIND_NAMES,
  areDatesInOrder,
  clearable,
  filmingForm,
  toParagraphs,
} from '../schema.ts';

/** The states of an enquiry with their labels, in the order of the work. */
export const STATES = {
  NEW: 'New',
  IN_PROGRESS: 'In progress',
  WAITING: 'Waiting',
  ANSWERED: 'Answered',
  CLOSED: 'Closed',
  SPAM: 'Spam',
} as const;
export type State = keyof typeof STATES;
export const STATE_NAMES = Object.keys(STATES) as [State, ...State[]];
/** The states of enquiries that the team still works on. */
export const OPEN_STATES: readonly State[] = ['NEW', 'IN_PROGRESS', 'WAITING', 'ANSWERED'];
/** States with a due date that can be missed. */
export const DUE_STATES: readonly State[] = ['NEW', 'IN_PROGRESS', 'WAITING'];
/** The states that an answer can leave an enquiry in. */
export const STATES_AFTER_ANSWER = ['ANSWERED', 'WAITING', 'IN_PROGRESS'] as const satisfies readonly State[];

/** The columns that the list can be sorted by. */
export const ENQUIRY_COLUMNS = [
  'reference',
  'name',
  'production',
  'filming_from',
  'state',
  'due_on',
  'created_at',
  'last_message_at',
] as const;

export const MESSAGE_LENGTH = 10_000;
const NOTE_LENGTH = 4_000;
const PRODUCTION_LENGTH = 120;

const paragraphs = (missing: string, length: number) =>
  z.string().overwrite(toParagraphs).trim().min(1, missing).max(length);

export const messageText = paragraphs(ENTER_MESSAGE, MESSAGE_LENGTH);
export const noteForm = z.object({ text: paragraphs(ENTER_NOTE, NOTE_LENGTH) });
/** The ids of uploaded files. */
export const fileIds = z.array(z.uuid()).max(MAX_FILES).default([]);

/** Whom an enquiry is passed on to, and the message to them. */
export const passOnForm = z.object({
  kind: z.enum(['OWNER', 'FILM_OFFICE']),
  name: singleLine.min(1, ENTER_RECIPIENT).max(120),
  email: emailSchema(EMAIL_LENGTH, ENTER_EMAIL),
  /** The positions of the locations that they see; empty for all. */
  locations: z.array(z.number().int().min(0)).max(MAX_LOCATIONS).default([]),
  text: messageText,
});

/** A suggested recipient of an enquiry; the email address of a film office without accounts is empty. */
export const recipient = z.object({
  kind: passOnForm.shape.kind,
  name: z.string(),
  email: z.string(),
  /** The positions of their locations; a film office can have none of them. */
  locations: z.array(z.number()),
});
export type Recipient = z.output<typeof recipient>;

/** The facts about an enquiry, and its assignee. */
const caseFields = filmingForm.extend({
  state: z.enum(STATE_NAMES),
  assignee_id: clearable(z.uuid()),
  due_on: clearable(date),
  production: clearable(singleLine.max(PRODUCTION_LENGTH)),
});
export const detailsForm = caseFields.refine(areDatesInOrder, DATES_ERROR);
export const outcomeForm = outcomeFields.refine(({ filmed }) => filmed !== null, {
  path: ['filmed'],
  message: CHOOSE_FILMED,
});
/** The fields of an enquiry that the team can change. */
export const changeableFields = caseFields.extend(outcomeFields.shape);

export const enquiryRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  state: z.enum(STATE_NAMES),
  name: z.string(),
  production: z.string().nullable(),
  /** The titles of its locations. */
  locations: z.array(z.string()),
  filming_from: z.string().nullable(),
  filming_to: z.string().nullable(),
  crew_size: z.number().nullable(),
  assignee: person.nullable(),
  due_on: z.string().nullable(),
  overdue: z.boolean(),
  created_at: z.string(),
  last_message_at: z.string(),
});
export type EnquiryRow = z.output<typeof enquiryRow>;

export const PARTICIPANT_KINDS = { SENDER: 'Sender', OWNER: 'Location owner', FILM_OFFICE: 'Film office' } as const;
export type ParticipantKind = keyof typeof PARTICIPANT_KINDS;

const message = z.object({
  id: z.uuid(),
  /** Null for a message of the participant. */
  author: person.nullable(),
  from_team: z.boolean(),
  text: z.string(),
  /** The quoted text of a message that came by email; null if it quotes nothing. */
  quoted_text: z.string().nullable(),
  /** A line for each attachment of an email that was not accepted. */
  omitted_files: z.array(z.string()),
  created_at: z.string(),
  files: z.array(enquiryFile),
});

/** A conversation of the team with the sender, or with somebody whom the enquiry was passed on to. */
const participant = z.object({
  id: z.uuid(),
  kind: z.enum(Object.keys(PARTICIPANT_KINDS) as [ParticipantKind, ...ParticipantKind[]]),
  name: z.string(),
  email: z.string(),
  /** The positions of the locations that it was passed on for; empty if they see all. */
  locations: z.array(z.number()),
  messages: z.array(message),
});
export type Participant = z.output<typeof participant>;

/** An enquiry with everything that the team sees of it. */
export const enquiryCase = z.object({
  id: z.uuid(),
  reference: z.string(),
  version: z.number(),
  state: z.enum(STATE_NAMES),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  board_title: z.string().nullable(),
  production: z.string().nullable(),
  production_kind: z.enum(PRODUCTION_KIND_NAMES).nullable(),
  filming_from: z.string().nullable(),
  filming_to: z.string().nullable(),
  crew_size: z.number().nullable(),
  assignee: person.nullable(),
  due_on: z.string().nullable(),
  overdue: z.boolean(),
  created_at: z.string(),
  closed_at: z.string().nullable(),
  locations: z.array(
    z.object({
      /** Null after the location is deleted. */
      id: z.uuid().nullable(),
      position: z.number(),
      title: z.string(),
      /** Whether the caller may open it in the back office. */
      is_accessible: z.boolean(),
    }),
  ),
  /** The outcome; null until it is recorded. */
  outcome: outcome.nullable(),
  /** The local authorities of its locations. */
  location_areas: z.array(z.string()),
  participants: z.array(participant),
  notes: z.array(z.object({ id: z.uuid(), author: person.nullable(), text: z.string(), created_at: z.string() })),
});
export type EnquiryCase = z.output<typeof enquiryCase>;
