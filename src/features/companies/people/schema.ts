import { z } from 'zod';
import { optional, singleLine } from '../../../platform/http/field-schemas.ts';
import { JOB_TITLE_LENGTH, commonFields, companySuggestion } from '../schema.ts';

export const personForm = z.object({
  ...commonFields,
  job_title: optional(singleLine.max(JOB_TITLE_LENGTH)),
  company_id: optional(z.uuid()),
});

export const PERSON_COLUMNS = ['name', 'created_at', 'updated_at'] as const;

export const personRow = z.object({
  id: z.uuid(),
  name: z.string(),
  job_title: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  company: companySuggestion.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PersonRow = z.output<typeof personRow>;

/** A person of a production company, council or other organisation; not an account. */
export const companyPerson = personRow.extend({ version: z.number(), notes: z.string().nullable() });
export type CompanyPerson = z.output<typeof companyPerson>;

/** A person whom a search suggests. */
export const personSuggestion = personRow.pick({ id: true, name: true, job_title: true, company: true });
export type PersonSuggestion = z.output<typeof personSuggestion>;
