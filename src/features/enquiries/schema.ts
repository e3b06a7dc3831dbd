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

/** Names what a solved challenge may be used for. */
export const VERIFICATION_ACTIONS = ['LocationEnquiry', 'Contact', 'Registration', 'PasswordReset'] as const;
export type VerificationAction = (typeof VERIFICATION_ACTIONS)[number];

/** A challenge must be solved and its solution used within this time (seconds). */
export const CHALLENGE_LIFETIME = 600;

/** What the visitor reads when the proof that a person is asking is missing, used or wrong. */
export const VERIFICATION_MESSAGE = 'Internal error, please contact enquiries';
