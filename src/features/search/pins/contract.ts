import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { MAX_QUERY_LENGTH } from '../schema.ts';
import { pin, pinForm } from './schema.ts';

const pinId = z.object({ id: z.uuid() });
const message = z.object({ message: z.string() });

export const pins = route('GET', '/search-pins', {
  summary: 'Lists the searches with pinned results by their words',
  access: 'search.edit-terms',
  output: z.array(pin),
});

export const pinnedResults = route('GET', '/search-pins/of-query', {
  summary: 'Returns the pinned results of a search, null if it has none',
  access: 'search.edit-terms',
  input: z.object({ query: z.string().max(MAX_QUERY_LENGTH) }),
  output: z.object({ pin: pin.nullable() }),
});

export const addPin = route('POST', '/search-pins', {
  summary: 'Pins locations as the first results of a search, at once',
  access: 'search.edit-terms',
  input: pinForm,
  output: message.extend({ id: z.uuid() }),
  limit: ADDING_RATE,
});

export const updatePin = route('PUT', '/search-pins/{id}', {
  summary: 'Changes the pinned results of a search. Returns 409 if the version is outdated',
  access: 'search.edit-terms',
  input: pinForm.extend({ ...pinId.shape, version: expectedVersion }),
  output: message,
});

export const deletePin = route('DELETE', '/search-pins/{id}', {
  summary: 'Deletes the pinned results of a search. Returns 409 if the version is outdated',
  access: 'search.edit-terms',
  input: pinId.extend({ version: expectedVersionInQuery }),
  output: message,
});
