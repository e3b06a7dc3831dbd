import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { CSV } from '../../platform/http/csv-download.ts';
import { expectedVersion, expectedVersionInQuery } from '../../platform/http/expected-version.ts';
import { pageSchema, tableParams } from '../../platform/http/paging.ts';
import { commonFilters, searchWords } from './list-params.ts';
import { COMPANY_COLUMNS, company, companyForm, companyRow, companySuggestion } from './schema.ts';

const companyId = z.object({ id: z.uuid() });
const listParams = tableParams(COMPANY_COLUMNS).extend(commonFilters);

export const companies = route('GET', '/companies', {
  summary: 'Lists companies, by name unless sorted otherwise',
  access: 'company.manage',
  input: listParams,
  output: pageSchema(companyRow),
});

export const exportCompanies = route('GET', '/companies/export', {
  summary: 'Exports the matching companies in the same order as CSV',
  access: 'company.manage',
  input: listParams.omit({ page: true }),
  ...CSV,
});

export const companySuggestions = route('GET', '/companies/suggestions', {
  summary: 'Returns the first ten companies by name whose words begin with those of the query',
  access: 'company.manage',
  input: z.object({ query: searchWords }),
  output: z.array(companySuggestion),
});

export const companyById = route('GET', '/companies/{id}', {
  summary: 'Returns a company. The id of one that was merged returns the one that stays',
  access: 'company.manage',
  input: companyId,
  output: company,
});

export const createCompany = route('POST', '/companies', {
  summary: 'Adds a company',
  access: 'company.manage',
  input: companyForm,
  output: z.object({ message: z.string(), id: z.uuid() }),
  created: '/companies/{id}',
  limit: ADDING_RATE,
});

export const updateCompany = route('PUT', '/companies/{id}', {
  summary: 'Changes a company. Returns 409 if the version is outdated',
  access: 'company.manage',
  input: companyForm.extend({ ...companyId.shape, version: expectedVersion }),
  output: z.object({ message: z.string(), company }),
  limit: ADDING_RATE,
});

export const deleteCompany = route('DELETE', '/companies/{id}', {
  summary:
    'Deletes a company and its history. Its people stay, without a company. Returns 409 if it is in use or the version is outdated',
  access: 'company.manage',
  input: companyId.extend({ version: expectedVersionInQuery }),
  output: z.object({ message: z.string() }),
});
