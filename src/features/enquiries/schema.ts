import { z } from 'zod';
import { telephone } from '../geography/region-rules.ts';
import { COMMENT_LENGTH, email, optional, personName } from '../../platform/field-schemas.ts';
import { ENTER_COMMENT } from './messages.ts';

/** The enquiry form; validated in the browser and on the server. */
export const enquiryForm = z.object({
  name: personName,
  email,
  phone: optional(telephone),
  comment: z.string().overwrite(toParagraphs).trim().min(1, ENTER_COMMENT).max(COMMENT_LENGTH),
});
export type EnquiryForm = z.output<typeof enquiryForm>;

/** Removes control characters other than line breaks and tabs. */
function toParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
