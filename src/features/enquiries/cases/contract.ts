import { z } from 'zod';
import { date, singleLine } from '../../../platform/http/field-schemas.ts';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV, file } from '../../../platform/http/csv-download.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { person } from '../../entry-subjects/schema.ts';
import { PRODUCTION_KIND_NAMES } from '../schema.ts';
import {
  ENQUIRY_COLUMNS,
  STATES_AFTER_ANSWER,
  STATE_NAMES,
  changeableFields,
  enquiryCase,
  enquiryRow,
  fileIds,
  messageText,
  noteForm,
  passOnForm,
  recipient,
} from './schema.ts';

const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const listParams = tableParams(ENQUIRY_COLUMNS).extend({
  /** Beginnings of words in the reference, the sender, the production, the board and the locations. */
  query: singleLine.max(100).default(''),
  /** Any of these states. */
  state: z.union([z.enum(STATE_NAMES), z.array(z.enum(STATE_NAMES)).max(STATE_NAMES.length)]).optional(),
  /** The member of the team who has it, or `nobody`. */
  assignee: z.union([z.literal('nobody'), z.uuid()]).optional(),
  overdue: flag.optional(),
  kind: z.union([z.enum(PRODUCTION_KIND_NAMES), z.array(z.enum(PRODUCTION_KIND_NAMES)).max(10)]).optional(),
  /** The days on which it arrived, inclusive. */
  from: date.optional(),
  to: date.optional(),
});

export const enquiries = route('GET', '/enquiries', {
  summary: 'Lists enquiries, those with the latest messages first by default',
  access: 'enquiry.view',
  input: listParams,
  output: pageSchema(enquiryRow),
});

export const exportEnquiries = route('GET', '/enquiries/export', {
  summary: 'Exports the matching enquiries in the same order as CSV',
  access: 'enquiry.view',
  input: listParams.omit({ page: true }),
  ...CSV,
});

export const newEnquiries = route('GET', '/enquiries/new', {
  summary: 'Returns the number of enquiries that nobody has begun to work on',
  access: 'enquiry.view',
  output: z.object({ total: z.number() }),
});

export const enquiryAssignees = route('GET', '/enquiries/assignees', {
  summary: 'Lists the people whom enquiries can be assigned to, by name',
  access: 'enquiry.view',
  output: z.array(person),
});

export const enquiryAreas = route('GET', '/enquiries/areas', {
  summary: 'Lists the local authorities, which the outcome of an enquiry can have as its areas',
  access: 'enquiry.view',
  output: z.array(z.string()),
});

const enquiryId = z.object({ id: z.uuid() });
const changed = z.object({ message: z.string(), enquiry: enquiryCase });

export const enquiryById = route('GET', '/enquiries/{id}', {
  summary: 'Returns an enquiry with its conversations and notes',
  access: 'enquiry.view',
  input: enquiryId,
  output: enquiryCase,
});

export const updateEnquiry = route('PUT', '/enquiries/{id}', {
  summary:
    'Changes state, assignee, due date, details and outcome of an enquiry. Closing needs an outcome. Returns 409 if the version is outdated',
  access: 'enquiry.answer',
  input: changeableFields.partial().extend({ ...enquiryId.shape, version: expectedVersion }),
  output: changed,
  limit: ADDING_RATE,
});

export const addEnquiryNote = route('POST', '/enquiries/{id}/notes', {
  summary: 'Adds an internal note to an enquiry',
  access: 'enquiry.answer',
  input: noteForm.extend(enquiryId.shape),
  output: changed,
  limit: ADDING_RATE,
});

export const answerEnquiry = route('POST', '/enquiries/{id}/messages', {
  summary:
    'Emails a message to the sender of an enquiry, or to somebody whom it was passed on to. Returns 409 if the version is outdated',
  access: 'enquiry.answer',
  input: enquiryId.extend({
    version: expectedVersion,
    participantId: z.uuid(),
    text: messageText,
    /** Uploaded by `POST /enquiry-files`. */
    files: fileIds,
    /** The state of the enquiry afterwards. */
    state: z.enum(STATES_AFTER_ANSWER).optional(),
  }),
  output: changed,
  limit: { calls: 120, seconds: 600 },
});

export const enquiryRecipients = route('GET', '/enquiries/{id}/recipients', {
  summary:
    'Suggests whom to pass an enquiry on to: the owners of its locations and the film offices, those of its locations first',
  access: 'enquiry.view',
  input: enquiryId,
  output: z.array(recipient),
});

export const passOnEnquiry = route('POST', '/enquiries/{id}/participants', {
  summary:
    'Passes an enquiry on to an owner or a film office, for all or some of its locations, with a message by email. They see only their own conversation and these locations. Returns 409 if the version is outdated',
  access: 'enquiry.answer',
  input: passOnForm.extend({ ...enquiryId.shape, version: expectedVersion }),
  output: changed,
  limit: { calls: 60, seconds: 600 },
});

export const enquiryFile = route('GET', '/enquiries/{id}/files/{fileId}', {
  summary: 'Returns a file of a message',
  access: 'enquiry.view',
  input: enquiryId.extend({ fileId: z.uuid() }),
  output: file,
  contentType: 'application/octet-stream',
});
