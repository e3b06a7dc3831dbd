import { z } from 'zod';
import { COMMENT_LENGTH, email, personName, telephone } from '../../platform/limits.ts';

/** What the visitor fills in; the form and the server check the same. */
export const enquiryForm = z.object({
  name: z.string().overwrite(asOneLine).pipe(personName),
  email,
  phone: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), telephone]))
    .default(''),
  comment: z
    .string()
    .overwrite(asParagraphs)
    .trim()
    .min(1, 'Tell us what you are looking for.')
    .max(COMMENT_LENGTH, `Use at most ${COMMENT_LENGTH.toLocaleString('en-GB')} characters.`),
});
export type EnquiryForm = z.output<typeof enquiryForm>;

/** Pasted text brings characters that no keyboard writes and no mail header may hold. */
function asOneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** Line breaks and tabs stay; other control characters go. */
function asParagraphs(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
