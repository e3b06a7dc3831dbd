import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { formula, formulaForm } from './schema.ts';

const changed = z.object({ message: z.string(), formulas: z.array(formula) });

export const impactFormulas = route('GET', '/impact-formulas', {
  summary: 'Lists all versions of the formulas by which figures are estimated, with their sources',
  access: 'production.view',
  output: z.array(formula),
});

export const addFormula = route('POST', '/impact-formulas', {
  summary: 'Adds a formula. One of the same name becomes its next version, and replaces it for new estimates',
  access: 'impact.edit-formulas',
  input: formulaForm,
  output: changed,
  limit: ADDING_RATE,
});

export const retireFormula = route('POST', '/impact-formulas/{id}/retire', {
  summary: 'Retires a formula: estimates that were made with it stay, and no new ones are made',
  access: 'impact.edit-formulas',
  input: z.object({ id: z.uuid() }),
  output: changed,
});
