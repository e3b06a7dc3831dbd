import { z } from 'zod';

/** Lengths, patterns and messages that forms and the server share. */
const NAME_LENGTH = 100;
const EMAIL_LENGTH = 254;
const SHARED_EMAIL_LENGTH = 300;
export const COMMENT_LENGTH = 2_000;

/** The pattern of the HTML standard's `type=email`, with a dot required in the domain. */
const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
const TELEPHONE_PATTERN = /^(?=(?:\D*\d){7})[\d +().-]{7,30}$/;

export const personName = z
  .string()
  .trim()
  .min(1, 'Enter your name.')
  .max(NAME_LENGTH, `Use at most ${NAME_LENGTH} characters.`);

const emailUpTo = (length: number, whenEmpty: string) =>
  z
    .string()
    .trim()
    .min(1, whenEmpty)
    .max(length, `Use at most ${length} characters.`)
    .regex(EMAIL_PATTERN, 'Enter an e-mail address such as name@example.com.');

export const email = emailUpTo(EMAIL_LENGTH, 'Enter your e-mail address.');

/** Somebody else's, with whom something is shared. */
export const sharedEmail = emailUpTo(SHARED_EMAIL_LENGTH, 'Enter an e-mail address.');

export const telephone = z
  .string()
  .trim()
  .regex(TELEPHONE_PATTERN, 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.');
