import { z } from 'zod';
import { ENTER_POSTCODE } from '../messages.ts';

/** All six formats of British postcodes, and that of Girobank. */
const POSTCODE_PATTERN = /^(?:GIR 0AA|(?:[A-Z]\d{1,2}|[A-Z]{2}\d{1,2}|[A-Z]\d[A-Z]|[A-Z]{2}\d[A-Z]) \d[A-Z]{2})$/;

/** Accepts any case and a missing inner space; returns upper case with one space. */
export const postcode = z
  .string()
  .transform((typed) =>
    typed
      .toUpperCase()
      .replace(/\s/g, '')
      .replace(/(?=.{3}$)/, ' '),
  )
  .pipe(z.string().regex(POSTCODE_PATTERN, ENTER_POSTCODE));
