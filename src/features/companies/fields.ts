/** The fields of a company with their labels, in the order of forms and comparisons. */
export const COMPANY_FIELDS = {
  name: 'Name',
  website: 'Website',
  email: 'Email',
  telephone: 'Telephone',
  notes: 'Notes',
} as const;
export type CompanyField = keyof typeof COMPANY_FIELDS;

/** The fields of a person, likewise. */
export const PERSON_FIELDS = {
  name: 'Name',
  job_title: 'Job title',
  company_id: 'Company',
  email: 'Email',
  telephone: 'Telephone',
  notes: 'Notes',
} as const;
export type PersonField = keyof typeof PERSON_FIELDS;

export const COMPANY_FIELD_NAMES = Object.keys(COMPANY_FIELDS) as [CompanyField, ...CompanyField[]];
export const PERSON_FIELD_NAMES = Object.keys(PERSON_FIELDS) as [PersonField, ...PersonField[]];
