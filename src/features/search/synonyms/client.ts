import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { addSynonym, deleteSynonym, getSynonym, switchTerm, synonyms, updateSynonym } from './contract.ts';

const SYNONYMS_KEY = ['search-synonyms'];
/** Results of searches, which the terms decide. */
const SEARCH_KEY = ['search'];

/** A page of the list. */
export const synonymsQuery = (api: Api, params: z.input<typeof synonyms.input>) =>
  routeQuery(api, [...SYNONYMS_KEY, 'list', params], synonyms, params);

export const synonymQuery = (api: Api, id: string) => routeQuery(api, [...SYNONYMS_KEY, 'one', id], getSynonym, { id });

const invalidate = async (client: QueryClient) => {
  await Promise.all([SYNONYMS_KEY, SEARCH_KEY].map((queryKey) => client.invalidateQueries({ queryKey })));
};

/** The form still shows the deleted synonym, which cannot be fetched again, until its page is left. */
const invalidateOthers = async (client: QueryClient) => {
  const keys = [[...SYNONYMS_KEY, 'list'], SEARCH_KEY];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
};

export const addSynonymMutation = (api: Api) => routeMutation(api, addSynonym, invalidate);
export const updateSynonymMutation = (api: Api) => routeMutation(api, updateSynonym, invalidate, invalidate);
export const deleteSynonymMutation = (api: Api) => routeMutation(api, deleteSynonym, invalidateOthers, invalidate);
export const switchTermMutation = (api: Api) => routeMutation(api, switchTerm, invalidate, invalidate);
