import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Api, Route } from '../../platform/http/contract.ts';
import { routeMutation, routeQuery } from '../../platform/http/route-query.ts';
import { KEYS as PRODUCTION_KEYS } from '../productions/client.ts';
import { productionImpact } from './contract.ts';
import { addFormula, impactFormulas, retireFormula } from './formulas/contract.ts';
import type { Formula } from './formulas/schema.ts';
import type { Impact } from './schema.ts';
import { answerSurvey, surveyByLink } from './survey/contract.ts';
import { impactOfYear } from './yearly/contract.ts';

const KEYS = {
  /** Below those of productions: their locations decide the shares of councils. */
  productions: [...PRODUCTION_KEYS.all, 'impact'],
  of: (productionId: string) => [...PRODUCTION_KEYS.all, 'impact', productionId],
  year: (year: number | undefined) => ['impact', 'year', year],
  formulas: ['impact', 'formulas'],
  survey: (token: string) => ['wrap-survey', token],
} as const;

export const impactQuery = (api: Api, id: string) => routeQuery(api, KEYS.of(id), productionImpact, { id });

/** @param year this one if it is undefined */
export const yearlyImpactQuery = (api: Api, year: number | undefined) =>
  routeQuery(api, KEYS.year(year), impactOfYear, { year });

export const formulasQuery = (api: Api) => routeQuery(api, KEYS.formulas, impactFormulas, {});

/** A change of the impact of a production, which returns it. It is in the timeline too. */
export function impactMutation<Input extends z.ZodType>(
  api: Api,
  id: string,
  route: Route<Input, z.ZodType<{ message: string; impact: Impact }>>,
) {
  return routeMutation(
    api,
    route,
    (client, output) => {
      client.setQueryData(KEYS.of(id), output.impact);
      return client.invalidateQueries({ queryKey: PRODUCTION_KEYS.timeline(id) });
    },
    (client) => client.invalidateQueries({ queryKey: KEYS.of(id) }),
  );
}

const updateFormulas = (client: QueryClient, { formulas }: { readonly formulas: Formula[] }) => {
  client.setQueryData(KEYS.formulas, formulas);
  // The pages of productions offer them.
  return client.invalidateQueries({ queryKey: KEYS.productions });
};
export const addFormulaMutation = (api: Api) => routeMutation(api, addFormula, updateFormulas);
export const retireFormulaMutation = (api: Api) =>
  routeMutation(api, retireFormula, updateFormulas, (client) => client.invalidateQueries({ queryKey: KEYS.formulas }));

export const surveyQuery = (api: Api, token: string) => routeQuery(api, KEYS.survey(token), surveyByLink, { token });

export const answerMutation = (api: Api) =>
  routeMutation(
    api,
    answerSurvey,
    (client, { survey }, { token }) => client.setQueryData(KEYS.survey(token), survey),
    (client) => client.invalidateQueries({ queryKey: ['wrap-survey'] }),
  );
