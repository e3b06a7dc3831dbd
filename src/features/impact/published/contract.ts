import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { CSV } from '../../../platform/http/csv-download.ts';
import { yearParam } from '../schema.ts';
import { impactPreview, publishedImpact } from './schema.ts';

const input = z.object({
  /** The latest that is published by default. */
  year: yearParam.optional(),
});

export const impactData = route('GET', '/published-impact', {
  summary:
    'Returns the published impact of a year as open data: sums by kind, council, office and kind of spend, and how their figures are known. Confidential ones are null',
  access: 'public',
  input,
  output: z.object({
    /** The published years, the latest first. */
    years: z.array(z.number()),
    /** Null if no year is published. */
    impact: publishedImpact.nullable(),
  }),
  errors: ['NOT_FOUND'],
});

export const impactDataCSV = route('GET', '/published-impact/csv', {
  summary: 'Returns the published impact of a year as CSV, one sum in each row. Confidential ones have the mark [c]',
  access: 'public',
  input,
  ...CSV,
  errors: ['NOT_FOUND'],
});

const ofYear = z.object({ year: yearParam });
const changing = {
  access: 'impact.publish',
  input: ofYear,
  output: z.object({ message: z.string() }),
  errors: ['CONFLICT'],
  limit: ADDING_RATE,
} as const;

export const previewImpact = route('GET', '/impact/preview', {
  summary:
    'Returns what would be published of a year now; confidential sums are null. Returns 409 if no production has filmed in it',
  access: 'impact.publish',
  input: ofYear,
  output: impactPreview,
  errors: ['CONFLICT'],
});

export const publishImpact = route('POST', '/impact/publish', {
  summary:
    'Publishes the impact of a year that has ended, as it is now, without confidential sums. Returns 409 if it is published already, if no production has filmed in it, or if figures have changed since the preview',
  ...changing,
  input: ofYear.extend({
    /** That of the preview; without it the year is published as it is. */
    checksum: z.string().max(64).optional(),
  }),
});

export const unpublishImpact = route('POST', '/impact/unpublish', {
  summary: 'Takes the published impact of a year from the site. Copies of others stay',
  ...changing,
});
