import { z } from 'zod';
import { COMMENT_LENGTH, email, optional, personName, telephone } from '../../platform/field-schemas.ts';
import { ENTER_COMMENT } from './messages.ts';

/** What the visitor fills in; the form and the server check the same. */
export const enquiryForm = z.object({
  name: personName,
  email,
  phone: optional(telephone),
  comment: z.string().overwrite(toParagraphs).trim().min(1, ENTER_COMMENT).max(COMMENT_LENGTH),
});
export type EnquiryForm = z.output<typeof enquiryForm>;

/** Line breaks and tabs stay; other control characters go. */
function toParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
