import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import * as routes from './contract.ts';
import { COMPANIES_KEY } from './query-key.ts';

/** A page of the list of companies. */
export const companiesQuery = (api: Api, params: z.input<typeof routes.companies.input>) =>
  routeQuery(api, [COMPANIES_KEY, 'companies', 'list', params], routes.companies, params);

export const companyQuery = (api: Api, id: string) =>
  routeQuery(api, [COMPANIES_KEY, 'companies', id], routes.companyById, { id });

/** Companies to choose from. */
export const companySuggestionsQuery = (api: Api, query: string) =>
  routeQuery(api, [COMPANIES_KEY, 'companies', 'suggestions', query], routes.companySuggestions, { query });

/** Fetches lists, records and histories of companies and people again after a change: they show each other. */
export function refreshCompanies(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [COMPANIES_KEY] });
}

export const createCompanyMutation = (api: Api) => routeMutation(api, routes.createCompany, refreshCompanies);
