import { z } from 'zod';
import { date, singleLine } from '../../platform/http/field-schemas.ts';

/** Beginnings of words in the name or the email address. */
export const searchWords = singleLine.max(100).default('');
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

/** The filters that the lists of companies and of people have. */
export const commonFilters = {
  query: searchWords,
  /** Whether another entry has the same name, email address or telephone number. */
  duplicates: flag.optional(),
  /** The days of the last change, inclusive. */
  from: date.optional(),
  to: date.optional(),
} as const;
