import { z } from 'zod';
import { FIGURE_NAMES, declaredFigures } from '../schema.ts';

/** Days after the first email on which somebody who has not answered is reminded. */
export const REMINDER_DAYS = [14, 28] as const;
/** Days after that of the first email for which its links work. */
export const LINK_DAYS = 60;
/** Emails with the survey of a production in 24 hours. */
export const MAX_DAILY_MAILS = 10;
/** Answers to the survey of a production in 24 hours. */
export const MAX_DAILY_ANSWERS = 20;

/** What the emailed link of a survey leads to: nothing of the production but its name outside the office, and what was declared. */
export const wrapSurvey = z.object({
  production: z.string(),
  /** Whether an answer was saved; it can be changed until the link ends. */
  answered: z.boolean(),
  /** The last day of the link. */
  open_until: z.string(),
  figures: declaredFigures,
  /** Figures that the office has measured, which an answer does not change. */
  measured: z.array(z.enum(FIGURE_NAMES)),
  version: z.number(),
});
export type WrapSurvey = z.output<typeof wrapSurvey>;
