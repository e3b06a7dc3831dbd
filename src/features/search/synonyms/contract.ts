import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { pageSchema, tableParams } from '../../../platform/http/paging.ts';
import { MAX_QUERY_LENGTH } from '../schema.ts';
import {
  ORIGIN_NAMES,
  RULE_KIND_NAMES,
  SYNONYM_COLUMNS,
  preview,
  previewQuery,
  ruleForm,
  synonym,
  synonymRow,
} from './schema.ts';

const synonymId = z.object({ id: z.uuid() });
const message = z.object({ message: z.string() });

export const synonyms = route('GET', '/search-synonyms', {
  summary: 'Lists the synonyms of the search: those of the Locations Team, and the terms of the thesaurus',
  access: 'search.edit-terms',
  input: tableParams(SYNONYM_COLUMNS).extend({
    /** Beginnings of words of the terms or their meanings. */
    query: singleLine.max(MAX_QUERY_LENGTH).default(''),
    origin: z.enum(ORIGIN_NAMES).optional(),
    kind: z.enum(RULE_KIND_NAMES).optional(),
    enabled: z.enum(['true', 'false']).optional(),
  }),
  output: pageSchema(synonymRow),
});

export const getSynonym = route('GET', '/search-synonyms/{id}', {
  summary: 'Returns a synonym of the Locations Team',
  access: 'search.edit-terms',
  input: synonymId,
  output: synonym,
});

export const addSynonym = route('POST', '/search-synonyms', {
  summary: 'Adds a synonym, which the search uses at once',
  access: 'search.edit-terms',
  input: ruleForm,
  output: message.extend({ id: z.uuid() }),
  created: '/search-synonyms/{id}',
  limit: ADDING_RATE,
});

export const updateSynonym = route('PUT', '/search-synonyms/{id}', {
  summary: 'Changes a synonym of the Locations Team. Returns 409 if the version is outdated',
  access: 'search.edit-terms',
  input: ruleForm.safeExtend({ ...synonymId.shape, version: expectedVersion, enabled: z.boolean().default(true) }),
  output: message,
});

export const deleteSynonym = route('DELETE', '/search-synonyms/{id}', {
  summary: 'Deletes a synonym of the Locations Team. Returns 409 if the version is outdated',
  access: 'search.edit-terms',
  input: synonymId.extend({ version: expectedVersionInQuery }),
  output: message,
});

export const switchTerm = route('PUT', '/search-thesaurus', {
  summary: 'Switches a term of the thesaurus off or on. Returns 409 if the version is outdated',
  access: 'search.edit-terms',
  input: z.object({ term: z.string().min(1).max(200), enabled: z.boolean(), version: expectedVersion }),
  output: message,
  limit: ADDING_RATE,
  errors: ['NOT_FOUND'],
});

export const previewSynonym = route('POST', '/search-synonyms/preview', {
  summary:
    'Returns how a query is understood, and how many locations it finds, with and without a synonym. Saves nothing',
  access: 'search.edit-terms',
  input: ruleForm.safeExtend({
    query: previewQuery,
    /** The synonym that is being changed. */
    id: z.uuid().optional(),
  }),
  output: preview,
});
