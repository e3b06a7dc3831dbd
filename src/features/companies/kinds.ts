import { COMPANY_FIELDS, PERSON_FIELDS } from './fields.ts';
import * as messages from './messages.ts';
import { MAX_COMPANIES, MAX_PEOPLE } from './schema.ts';

/** What is stored in the same way: companies and people. Named by their tables. */
export type Kind = 'companies' | 'people';

/** How companies and people differ, for what is done with both. */
export const KINDS = {
  companies: {
    fields: COMPANY_FIELDS,
    revisions: 'company_revisions',
    merged: 'merged_companies',
    /** Pairs that look like one but are two. */
    different: 'different_companies',
    /** The column of their revisions, and of other tables that refer to them. */
    reference: 'company_id',
    max: MAX_COMPANIES,
    limit: messages.companyLimit,
    notFound: messages.NO_SUCH_COMPANY,
    inUse: messages.COMPANY_IN_USE,
    merging: 'companies.merging',
    audit: {
      created: 'COMPANY_CREATED',
      updated: 'COMPANY_UPDATED',
      deleted: 'COMPANY_DELETED',
      merged: 'COMPANIES_MERGED',
      restored: 'COMPANY_RESTORED',
      decided: 'COMPANY_DUPLICATE_DECIDED',
    },
  },
  people: {
    fields: PERSON_FIELDS,
    revisions: 'person_revisions',
    merged: 'merged_people',
    different: 'different_people',
    reference: 'person_id',
    max: MAX_PEOPLE,
    limit: messages.personLimit,
    notFound: messages.NO_SUCH_PERSON,
    inUse: messages.PERSON_IN_USE,
    merging: 'people.merging',
    audit: {
      created: 'PERSON_CREATED',
      updated: 'PERSON_UPDATED',
      deleted: 'PERSON_DELETED',
      merged: 'PEOPLE_MERGED',
      restored: 'PERSON_RESTORED',
      decided: 'PERSON_DUPLICATE_DECIDED',
    },
  },
} as const;

/** The values of a company or person by field; null where there is none. */
export type Values = Readonly<Record<string, string | null>>;

/** The names of the fields of a kind. */
export function listFields(kind: Kind): string[] {
  return Object.keys(KINDS[kind].fields);
}

/** The label of a field. */
export function getFieldLabel(kind: Kind, field: string): string {
  const labels: Readonly<Record<string, string>> = KINDS[kind].fields;
  return labels[field] ?? field;
}
