import { z } from 'zod';
import { singleLine } from '../../../platform/http/field-schemas.ts';
import { PRODUCTION_KIND_NAMES, clearable, toParagraphs } from '../../enquiries/schema.ts';
import { CHOOSE_INPUTS, ENTER_FACTOR, ENTER_FORMULA_NAME, ENTER_SOURCE } from '../messages.ts';
import { FIGURES, FIGURE_NAMES } from '../schema.ts';

/** What a formula multiplies: figures of the production, and a detail of it. */
export const INPUTS = {
  DAYS: FIGURES.DAYS,
  CREW: FIGURES.CREW,
  CREW_DAYS: FIGURES.CREW_DAYS,
  CREW_SIZE: 'Crew size, from the details',
} as const;
export type InputName = keyof typeof INPUTS;
export const INPUT_NAMES = Object.keys(INPUTS) as [InputName, ...InputName[]];

const MAX_FACTOR = 1_000_000_000;
/** Versions of formulas of the site. */
export const MAX_FORMULAS = 500;

export const formulaForm = z
  .object({
    name: singleLine.min(1, ENTER_FORMULA_NAME).max(120),
    figure: z.enum(FIGURE_NAMES),
    inputs: z.array(z.enum(INPUT_NAMES)).min(1, CHOOSE_INPUTS).max(3, CHOOSE_INPUTS),
    factor: z.preprocess(
      (value) => (typeof value === 'string' ? value.replace(/[\s,]/g, '') : value),
      z.coerce.number(ENTER_FACTOR).positive(ENTER_FACTOR).max(MAX_FACTOR, ENTER_FACTOR),
    ),
    /** The kind of production that it is for; null for all. */
    kind: clearable(z.enum(PRODUCTION_KIND_NAMES)).default(null),
    source: z.string().overwrite(toParagraphs).trim().min(1, ENTER_SOURCE).max(1_000),
  })
  .check(({ value, issues }) => {
    const { figure, inputs } = value;
    if (inputs.includes(figure as InputName) || new Set(inputs).size < inputs.length)
      issues.push({ code: 'custom', path: ['inputs'], message: CHOOSE_INPUTS, input: value });
  });

/** A version of a formula. */
export const formula = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.number(),
  figure: z.enum(FIGURE_NAMES),
  inputs: z.array(z.enum(INPUT_NAMES)),
  factor: z.number(),
  kind: z.enum(PRODUCTION_KIND_NAMES).nullable(),
  source: z.string(),
  created_at: z.string(),
  retired_at: z.string().nullable(),
  /** Figures that it estimates. */
  uses: z.number(),
});
export type Formula = z.output<typeof formula>;
