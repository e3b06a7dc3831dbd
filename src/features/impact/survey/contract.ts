import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersion, expectedVersionInQuery } from '../../../platform/http/expected-version.ts';
import { mailedLink } from '../../../platform/http/field-schemas.ts';
import { changedImpact } from '../contract.ts';
import { declaredFigures } from '../schema.ts';
import { wrapSurvey } from './schema.ts';

const ofProduction = z.object({ id: z.uuid() });

export const planSurvey = route('PUT', '/productions/{id}/survey', {
  summary:
    'Chooses the contact who is asked for the figures by email: after the wrap, or now. It replaces a survey before',
  access: 'production.edit',
  input: ofProduction.extend({ personId: z.uuid(), now: z.boolean().default(false), version: expectedVersion }),
  output: changedImpact,
  limit: ADDING_RATE,
});

export const withdrawSurvey = route('DELETE', '/productions/{id}/survey', {
  summary: 'Withdraws the survey: its links end, and nobody is reminded. Returns 409 if the version is outdated',
  access: 'production.edit',
  input: ofProduction.extend({ version: expectedVersionInQuery }),
  output: changedImpact,
});

export const surveyByLink = route('POST', '/wrap-survey', {
  summary: 'Returns what the emailed link of a survey leads to: the figures that the production has declared',
  access: 'public',
  input: mailedLink,
  output: wrapSurvey,
  errors: ['NOT_FOUND'],
});

export const answerSurvey = route('POST', '/wrap-survey/answer', {
  summary: 'Declares figures by the emailed link of a survey. Returns 409 if they have changed meanwhile',
  access: 'public',
  input: mailedLink.extend({ version: z.number().int(), figures: declaredFigures }),
  output: z.object({ message: z.string(), survey: wrapSurvey }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  limit: { calls: 20, seconds: 600 },
});
