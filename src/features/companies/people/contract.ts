import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { commonFilters, searchWords } from '../list-params.ts';
import { PERSON_COLUMNS, companyPerson, personForm, personRow, personSuggestion } from './schema.ts';

const personId = z.object({ id: z.uuid() });
const listParams = tableParams(PERSON_COLUMNS).extend({
  ...commonFilters,
  /** Only people of this company, or `none` for those without one. */
  company: z.union([z.literal('none'), z.uuid()]).optional(),
});

export const people = route('GET', '/people', {
  summary: 'Lists people, by name unless sorted otherwise',
  access: 'company.manage',
  input: listParams,
  output: pageSchema(personRow),
});

export const exportPeople = route('GET', '/people/export', {
  summary: 'Exports the matching people in the same order as CSV',
  access: 'company.manage',
  input: listParams.omit({ page: true }),
  ...CSV,
});

export const personSuggestions = route('GET', '/people/suggestions', {
  summary: 'Returns the first ten people by name whose words begin with those of the query',
  access: 'company.manage',
  input: z.object({ query: searchWords }),
  output: z.array(personSuggestion),
});

export const personById = route('GET', '/people/{id}', {
  summary: 'Returns a person. The id of one who was merged returns the one who stays',
  access: 'company.manage',
  input: personId,
  output: companyPerson,
});

export const createPerson = route('POST', '/people', {
  summary: 'Adds a person',
  access: 'company.manage',
  input: personForm,
  output: z.object({ message: z.string(), id: z.uuid() }),
  created: '/people/{id}',
  limit: ADDING_RATE,
});

export const updatePerson = route('PUT', '/people/{id}', {
  summary: 'Changes a person. Returns 409 if the version is outdated',
  access: 'company.manage',
  input: personForm.extend({ ...personId.shape, version: expectedVersion }),
  output: z.object({ message: z.string(), person: companyPerson }),
  limit: ADDING_RATE,
});

export const deletePerson = route('DELETE', '/people/{id}', {
  summary: 'Deletes a person and their history. Returns 409 if they are in use or the version is outdated',
  access: 'company.manage',
  input: personId.extend({ version: expectedVersionInQuery }),
  output: z.object({ message: z.string() }),
});
