import type { z } from 'zod';
import type { Api } from '../../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../../platform/http/route-query.ts';
import { refreshCompanies } from '../client.ts';
import { COMPANIES_KEY } from '../query-key.ts';
import * as routes from './contract.ts';

/** A page of the list of people. */
export const peopleQuery = (api: Api, params: z.input<typeof routes.people.input>) =>
  routeQuery(api, [COMPANIES_KEY, 'people', 'list', params], routes.people, params);

export const personQuery = (api: Api, id: string) =>
  routeQuery(api, [COMPANIES_KEY, 'people', id], routes.personById, { id });

/** People to choose from. */
export const personSuggestionsQuery = (api: Api, query: string) =>
  routeQuery(api, [COMPANIES_KEY, 'people', 'suggestions', query], routes.personSuggestions, { query });

export const createPersonMutation = (api: Api) => routeMutation(api, routes.createPerson, refreshCompanies);
