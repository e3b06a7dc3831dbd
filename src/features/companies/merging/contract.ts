import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { COMPANY_FIELD_NAMES, PERSON_FIELD_NAMES } from '../fields.ts';
import { likelyDuplicate } from './schema.ts';

const entryId = z.object({ id: z.uuid() });
const merge = entryId.extend({ version: expectedVersion, other_id: z.uuid(), other_version: expectedVersion });
const merged = z.object({ message: z.string() });
/** The fields that the one that stays takes from the other; by default those that it lacks. */
const taken = <Name extends string>(names: readonly [Name, ...Name[]]) =>
  z.array(z.enum(names)).max(names.length).optional();

export const companyDuplicates = route('GET', '/companies/{id}/duplicates', {
  summary:
    'Lists up to ten other companies with the same email address, telephone number or name, last those that are different ones',
  access: 'company.manage',
  input: entryId,
  output: z.array(likelyDuplicate),
});

export const personDuplicates = route('GET', '/people/{id}/duplicates', {
  summary:
    'Lists up to ten other people with the same email address, telephone number or name, last those who are different ones',
  access: 'company.manage',
  input: entryId,
  output: z.array(likelyDuplicate),
});

const decision = entryId.extend({ otherId: z.uuid(), isDifferent: z.boolean() });

export const decideCompanyDuplicate = route('PUT', '/companies/{id}/duplicates/{otherId}', {
  summary: 'Records that a company that looks like this one is another one, or undoes that',
  access: 'company.manage',
  input: decision,
  output: z.object({ message: z.string() }),
  limit: ADDING_RATE,
});

export const decidePersonDuplicate = route('PUT', '/people/{id}/duplicates/{otherId}', {
  summary: 'Records that a person who looks like this one is another one, or undoes that',
  access: 'company.manage',
  input: decision,
  output: z.object({ message: z.string() }),
  limit: ADDING_RATE,
});

export const mergeCompany = route('POST', '/companies/{id}/merge', {
  summary:
    'Merges another company into this one: its people, and everything that refers to it, belong to this one. Returns 409 if one of them has changed',
  access: 'company.manage',
  input: merge.extend({ fields: taken(COMPANY_FIELD_NAMES) }),
  output: merged,
  limit: ADDING_RATE,
});

export const mergePerson = route('POST', '/people/{id}/merge', {
  summary:
    'Merges another person into this one: everything that refers to the other refers to this one. Returns 409 if one of them has changed',
  access: 'company.manage',
  input: merge.extend({ fields: taken(PERSON_FIELD_NAMES) }),
  output: merged,
  limit: ADDING_RATE,
});
