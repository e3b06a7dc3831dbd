import { z } from 'zod';
import './zod-messages.ts';
import { ENTER_EMAIL, ENTER_YOUR_EMAIL, chooseOneOf } from '../text/common-messages.ts';

/** Lengths, patterns and messages that forms and the server share. */
const NAME_LENGTH = 100;
export const EMAIL_LENGTH = 254;
const SHARED_EMAIL_LENGTH = 300;
const WEBSITE_LENGTH = 300;
export const PASSWORD_LENGTH = { min: 12, max: 128 } as const;
export const COMMENT_LENGTH = 2_000;

/** The pattern of the HTML standard's `type=email`, with a dot required in the domain. */
const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
const TELEPHONE_PATTERN = /^(?=(?:\D*\d){7})[\d +().-]{7,30}$/;

/** Control characters, line separators and bidirectional overrides, which can disguise a text or reverse the text beside it. */
const DECEPTIVE_CHARACTERS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Returns a text on one line that is safe to show, store and send in a header. */
export function toSingleLine(text: string): string {
  return text.replace(DECEPTIVE_CHARACTERS, ' ').trim();
}

/** A single line of text. Replaces control characters, which come with pasted text and are invalid in mail headers and the database. */
export const singleLine = z.string().overwrite(toSingleLine);

const personNameSchema = (missing: string) => singleLine.min(1, missing).max(NAME_LENGTH);

export const personName = personNameSchema('Enter your name.');
export const firstName = personNameSchema('Enter your first name.');
export const lastName = personNameSchema('Enter your last name.');

/** Names of another person. */
export const otherFirstName = personNameSchema('Enter the first name.');
export const otherLastName = personNameSchema('Enter the last name.');

export const emailSchema = (length: number, whenEmpty: string) =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(length)
    .regex(EMAIL_PATTERN, 'Enter an email address such as name@example.com.');

export const email = emailSchema(EMAIL_LENGTH, ENTER_YOUR_EMAIL);

/** The email address of a person to share something with. */
export const sharedEmail = emailSchema(SHARED_EMAIL_LENGTH, ENTER_EMAIL);

/** A telephone number of any country. @param getExample called when the message is needed */
export const telephoneSchema = (getExample: () => string) =>
  z
    .string()
    .trim()
    .regex(TELEPHONE_PATTERN, {
      error: () => `Enter a telephone number of 7 to 30 digits, such as ${getExample()}.`,
    });

export const newPassword = z.string().min(PASSWORD_LENGTH.min).max(PASSWORD_LENGTH.max);

export const website = singleLine
  .max(WEBSITE_LENGTH)
  .regex(/^https?:\/\/[^\s/.]+\.[^\s]+$/i, 'Enter a web address that starts with https:// or http://.');

/** The pattern of a URL slug, and the message for what does not match: arguments of regex(). */
export const slugFormat = (example: string) =>
  [/^[a-z0-9]+(?:-[a-z0-9]+)*$/, `Use lower-case letters, digits and single hyphens, such as ${example}.`] as const;

/** A date as 2026-11-12. PostgreSQL has no year 0. */
export const date = z.iso.date().regex(/^[1-9]/, 'Enter a year of 4 digits.');

/** Makes a schema optional: '', null and undefined are valid too and parse to ''. */
export function optional<Schema extends z.ZodType<string, string>>(schema: Schema) {
  return z
    .string()
    .trim()
    .nullish()
    .transform((text) => text ?? '')
    .pipe(z.union([z.literal(''), schema]));
}

/** Accepts one of several values by its name, also in lower case, or number; parses to the name. */
export function nameOrNumber<Name extends string>(values: readonly { readonly name: Name; readonly number: number }[]) {
  const names = new Map<string, Name>(
    values.flatMap(({ name, number }) => [
      [name, name],
      [name.toLowerCase(), name],
      [String(number), name],
    ]),
  );
  // The others would only repeat the names.
  const message = chooseOneOf(values.map(({ name }) => name));
  return z
    .enum([...names.keys()] as (Name | Lowercase<Name> | `${number}`)[], message)
    .transform((value) => names.get(value)!);
}

/** The secret of an emailed link. In the body, so that no server on the way writes it to its log. */
export const mailedLink = z.object({ token: z.string().max(100) });
