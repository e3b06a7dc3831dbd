import { z } from 'zod';
import { enquiryFile } from '../files/schema.ts';
import { PRODUCTION_KIND_NAMES } from '../schema.ts';
import { fileIds, messageText } from '../cases/schema.ts';

export const replyForm = z.object({ text: messageText, files: fileIds });

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
