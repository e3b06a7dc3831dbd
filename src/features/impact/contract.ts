import { z } from 'zod';
import { ADDING_RATE, route } from '../../platform/http/contract.ts';
import { expectedVersion } from '../../platform/http/expected-version.ts';
import { FIGURE_NAMES, figureForm, impact } from './schema.ts';

const ofProduction = z.object({ id: z.uuid() });
const changing = { access: 'production.edit', limit: ADDING_RATE } as const;
/** What responds to a change of the impact of a production. */
export const changedImpact = z.object({ message: z.string(), impact });

export const productionImpact = route('GET', '/productions/{id}/impact', {
  summary: 'Returns what a production has brought to the region: days, crew, spend, and the shares of councils',
  access: 'production.view',
  input: ofProduction,
  output: impact,
});

export const setFigure = route('PUT', '/productions/{id}/impact', {
  summary: 'Enters a figure that was declared or measured, or removes it. Returns 409 if the version is outdated',
  input: figureForm.extend({ ...ofProduction.shape, figure: z.enum(FIGURE_NAMES), version: expectedVersion }),
  output: changedImpact,
  ...changing,
});

export const estimateFigure = route('POST', '/productions/{id}/impact/estimates', {
  summary: 'Estimates a figure by a formula. Returns 409 if it is declared or measured, or if the version is outdated',
  input: ofProduction.extend({ formulaId: z.uuid(), version: expectedVersion }),
  output: changedImpact,
  ...changing,
});
