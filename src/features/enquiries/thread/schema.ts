import { z } from 'zod';
import { enquiryFile } from '../files/schema.ts';
import { PRODUCTION_KIND_NAMES } from '../schema.ts';
import { fileIds, messageText } from '../cases/schema.ts';

export const replyForm = z.object({ text: messageText, files: fileIds });

/** Which conversation a call is about, and why the caller may read it; the link counts if both are given. */
export const conversation = z.object({
  /** The secret of an emailed link. In the body, so that no server on the way writes it to its log. */
  token: z.string().max(100).optional(),
  /** An enquiry that was sent from the verified email address of the caller, who is logged in. */
  enquiryId: z.uuid().optional(),
});
export type Conversation = z.output<typeof conversation>;

/** The number of locations whose titles a list of enquiries has. */
export const SHOWN_LOCATIONS = 3;

/** An enquiry in the list of its sender. */
export const ownEnquiry = z.object({
  id: z.uuid(),
  reference: z.string(),
  /** Titles of the first locations. */
  locations: z.array(z.string()),
  location_count: z.number(),
  created_at: z.string(),
  /** Of the conversation with the sender. */
  last_message_at: z.string(),
  /** Whether the team has written the last message. */
  is_answered: z.boolean(),
});
export type OwnEnquiry = z.output<typeof ownEnquiry>;

/** An enquiry as a participant sees it: their own conversation, without notes and the conversations of others. */
export const thread = z.object({
  reference: z.string(),
  /** The name of the participant. */
  name: z.string(),
  /** Whether this is the page of the sender. */
  is_sender: z.boolean(),
  production: z.string().nullable(),
  production_kind: z.enum(PRODUCTION_KIND_NAMES).nullable(),
  filming_from: z.string().nullable(),
  filming_to: z.string().nullable(),
  crew_size: z.number().nullable(),
  locations: z.array(
    z.object({
      title: z.string(),
      /** URL slug; null unless it is published. */
      locationurl: z.string().nullable(),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.uuid(),
      from_team: z.boolean(),
      /** The film office that has written it; null for the Locations Team and the participant. */
      office: z.string().nullable(),
      text: z.string(),
      quoted_text: z.string().nullable(),
      omitted_files: z.array(z.string()),
      created_at: z.string(),
      files: z.array(enquiryFile),
    }),
  ),
});
export type Thread = z.output<typeof thread>;
