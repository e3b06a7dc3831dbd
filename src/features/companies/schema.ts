import { z } from 'zod';
import { EMAIL_LENGTH, emailSchema, optional, singleLine, website } from '../../platform/http/field-schemas.ts';
import { ENTER_EMAIL } from '../../platform/text/common-messages.ts';
import { telephone } from '../geography/region-rules.ts';
import { ENTER_NAME } from './messages.ts';

/** All companies of the site, and all people. */
export const MAX_COMPANIES = 50_000;
export const MAX_PEOPLE = 100_000;

const NOTES_LENGTH = 5_000;
export const JOB_TITLE_LENGTH = 120;

/** The fields that companies and people have. Empty ones are ''. */
export const commonFields = {
  name: singleLine.min(1, ENTER_NAME).max(120),
  email: optional(emailSchema(EMAIL_LENGTH, ENTER_EMAIL)),
  telephone: optional(telephone),
  notes: optional(z.string().max(NOTES_LENGTH)),
} as const;

export const companyForm = z.object({ ...commonFields, website: optional(website) });

export const COMPANY_COLUMNS = ['name', 'created_at', 'updated_at'] as const;

export const companyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  website: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  /** The number of people who belong to it. */
  people: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CompanyRow = z.output<typeof companyRow>;

export const company = companyRow.extend({ version: z.number(), notes: z.string().nullable() });
export type Company = z.output<typeof company>;

/** A company that a search suggests. */
export const companySuggestion = z.object({ id: z.uuid(), name: z.string() });
export type CompanySuggestion = z.output<typeof companySuggestion>;
