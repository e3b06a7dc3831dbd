import { z } from 'zod';
import { person } from '../entry-subjects/schema.ts';
import { clearable } from '../enquiries/schema.ts';
import { ENTER_FIGURE } from './messages.ts';

/** What is known of the impact of a production, with labels. Days and people are counted in the region only. */
export const FIGURES = {
  DAYS: 'Shooting days',
  CREW: 'Local crew',
  CREW_DAYS: 'Local crew days',
  SPEND_LOCATIONS: 'Spend on locations',
  SPEND_CREW: 'Spend on local crew',
  SPEND_ACCOMMODATION: 'Spend on accommodation and food',
  SPEND_SERVICES: 'Spend on services and hire',
  SPEND_OTHER: 'Other spend, or not divided',
} as const;
export type FigureName = keyof typeof FIGURES;
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];

/** Whether a figure is an amount of money, in whole units of the currency of the region. */
export function isSpend(figure: FigureName): boolean {
  return figure.startsWith('SPEND_');
}

/** How a figure is known. */
export const BASES = { DECLARED: 'Declared', MEASURED: 'Measured', ESTIMATED: 'Estimated' } as const;
export type Basis = keyof typeof BASES;
export const BASIS_NAMES = Object.keys(BASES) as [Basis, ...Basis[]];
/** Those that people enter. */
const ENTERED_BASES = ['DECLARED', 'MEASURED'] as const satisfies readonly Basis[];

/** A year as a parameter. */
export const yearParam = z.coerce.number().int().min(1900).max(2999);

export const MAX_FIGURE = 2_000_000_000;

/** Reads a number as people write it: with separators and the sign of the currency. These alone are no number. */
const toPlainNumber = (value: unknown) =>
  typeof value === 'string' ? value.replace(/[\s,£€$]/g, '') || undefined : value;
const figureValue = z.preprocess(
  toPlainNumber,
  z.coerce.number(ENTER_FIGURE).int(ENTER_FIGURE).min(0, ENTER_FIGURE).max(MAX_FIGURE, ENTER_FIGURE),
);

/** A figure as the office enters it; null removes it. */
export const figureForm = z.object({ value: clearable(figureValue), basis: z.enum(ENTERED_BASES) });

const declared = clearable(figureValue).default(null);
/** The figures that a production declares; null for those that it does not know. */
export const declaredFigures = z.object({
  DAYS: declared,
  CREW: declared,
  CREW_DAYS: declared,
  SPEND_LOCATIONS: declared,
  SPEND_CREW: declared,
  SPEND_ACCOMMODATION: declared,
  SPEND_SERVICES: declared,
  SPEND_OTHER: declared,
});
export type DeclaredFigures = z.output<typeof declaredFigures>;

const knownFigure = z.object({
  figure: z.enum(FIGURE_NAMES),
  value: z.number(),
  basis: z.enum(BASIS_NAMES),
  /** The formula of an estimate. */
  formula: z.object({ id: z.uuid(), name: z.string(), version: z.number() }).nullable(),
  /** Who entered it; null for an answer to the survey, and after the account is deleted. */
  author: person.nullable(),
  from_survey: z.boolean(),
  recorded_at: z.string(),
});
export type KnownFigure = z.output<typeof knownFigure>;

/** Days and spend of a production in one council, to the hundredth. */
const councilShare = z.object({
  /** Null for what cannot be attributed. */
  council: z.string().nullable(),
  days: z.number().nullable(),
  spend: z.number().nullable(),
});

/** How far the survey of a production is. */
export const SURVEY_STATES = {
  PLANNED: 'Is asked after the wrap',
  SENT: 'Asked',
  ANSWERED: 'Answered',
  WITHDRAWN: 'Withdrawn',
} as const;
export type SurveyState = keyof typeof SURVEY_STATES;
const SURVEY_STATE_NAMES = Object.keys(SURVEY_STATES) as [SurveyState, ...SurveyState[]];

/** The impact of a production as the office sees it. */
export const impact = z.object({
  /** Of figures and survey together; 0 before the first change. */
  version: z.number(),
  figures: z.array(knownFigure),
  /** The formulas for its kind, with what they give now; null if an input is not known. */
  formulas: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      version: z.number(),
      figure: z.enum(FIGURE_NAMES),
      source: z.string(),
      value: z.number().nullable(),
    }),
  ),
  councils: z.array(councilShare),
  survey: z
    .object({
      state: z.enum(SURVEY_STATE_NAMES),
      person: z.object({ id: z.uuid(), name: z.string() }),
      sent_at: z.string().nullable(),
      reminders: z.number(),
      answered_at: z.string().nullable(),
    })
    .nullable(),
});
export type Impact = z.output<typeof impact>;
