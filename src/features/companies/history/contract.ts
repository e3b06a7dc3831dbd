import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion } from '../../../platform/http/expected-version.ts';
import { tableParams } from '../../../platform/http/paging.ts';
import { revisionContent, revisionPage } from './schema.ts';

const entryId = z.object({ id: z.uuid() });
const listInput = entryId.extend(tableParams(['number']).pick({ page: true }).shape);
/** Maps an invalid number to 0, which no revision has. */
const revision = entryId.extend({ number: z.coerce.number().int().min(0).max(1_000_000).catch(0) });
const restoration = {
  access: 'company.manage',
  input: revision.extend({ version: expectedVersion }),
  output: z.object({
    message: z.string(),
    /** The number of the new version. */
    number: z.number(),
    /** Descriptions of the values that could not be restored. */
    notes: z.array(z.string()),
  }),
  limit: ADDING_RATE,
} as const;

export const companyRevisions = route('GET', '/companies/{id}/revisions', {
  summary: 'Lists the versions of a company, latest first, each with the names of the fields that it changed',
  access: 'company.manage',
  input: listInput,
  output: revisionPage,
});

export const companyRevision = route('GET', '/companies/{id}/revisions/{number}', {
  summary: 'Returns the values of a version of a company',
  access: 'company.manage',
  input: revision,
  output: revisionContent,
});

export const restoreCompany = route('POST', '/companies/{id}/revisions/{number}/restore', {
  summary: 'Gives a company the values of an earlier version',
  ...restoration,
});

export const personRevisions = route('GET', '/people/{id}/revisions', {
  summary: 'Lists the versions of a person, latest first, each with the names of the fields that it changed',
  access: 'company.manage',
  input: listInput,
  output: revisionPage,
});

export const personRevision = route('GET', '/people/{id}/revisions/{number}', {
  summary: 'Returns the values of a version of a person',
  access: 'company.manage',
  input: revision,
  output: revisionContent,
});

export const restorePerson = route('POST', '/people/{id}/revisions/{number}/restore', {
  summary: 'Gives a person the values of an earlier version. A company that was deleted is not restored',
  ...restoration,
});
