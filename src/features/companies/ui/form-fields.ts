import type { Kind } from '../kinds.ts';
import type { CompanyPerson } from '../people/schema.ts';
import type { Company, CompanySuggestion } from '../schema.ts';
import { WEBSITE_HINT } from '../../accounts/messages.ts';

/** A field of the forms of companies and people. */
export interface FormField {
  readonly name: string;
  readonly type: 'text' | 'email' | 'tel' | 'url' | 'notes' | 'company';
  readonly hint?: string;
}

const CONTACT_FIELDS = [
  { name: 'email', type: 'email' },
  { name: 'telephone', type: 'tel' },
  { name: 'notes', type: 'notes', hint: 'For the Locations Team. The person concerned can ask to see them.' },
] as const satisfies readonly FormField[];

/** The fields of each form in their order. Their labels are in fields.ts. */
export const FORM_FIELDS: Readonly<Record<Kind, readonly FormField[]>> = {
  companies: [{ name: 'name', type: 'text' }, { name: 'website', type: 'url', hint: WEBSITE_HINT }, ...CONTACT_FIELDS],
  people: [
    { name: 'name', type: 'text' },
    { name: 'job_title', type: 'text' },
    { name: 'company_id', type: 'company' },
    ...CONTACT_FIELDS,
  ],
};

/** The values of a form by field; '' where there is none. */
export type FormValues = Record<string, string>;

/** What a form edits. */
export interface FormEntry {
  readonly version: number;
  readonly values: FormValues;
  /** Of a person. */
  readonly company: CompanySuggestion | null;
}

export function toCompanyEntry({ version, name, website, email, telephone, notes }: Company): FormEntry {
  return { version, values: toFormValues({ name, website, email, telephone, notes }), company: null };
}

export function toPersonEntry(person: CompanyPerson): FormEntry {
  const { version, name, job_title, company, email, telephone, notes } = person;
  return {
    version,
    values: toFormValues({ name, job_title, company_id: company?.id ?? null, email, telephone, notes }),
    company,
  };
}

function toFormValues(values: Readonly<Record<string, string | null>>): FormValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
}
