import { z } from 'zod';

/** Lengths, patterns and messages that forms and the server share. */
const NAME_LENGTH = 100;
const EMAIL_LENGTH = 254;
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

export const email = z
  .string()
  .trim()
  .min(1, 'Enter your e-mail address.')
  .max(EMAIL_LENGTH, `Use at most ${EMAIL_LENGTH} characters.`)
  .regex(EMAIL_PATTERN, 'Enter an e-mail address such as name@example.com.');

export const telephone = z
  .string()
  .trim()
  .regex(TELEPHONE_PATTERN, 'Enter a telephone number of 7 to 30 digits, such as 0131 496 0142.');
