import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { CSV, file } from '../../../platform/http/csv-download.ts';
import { yearParam } from '../schema.ts';
import { yearlyImpact } from './schema.ts';

const input = z.object({
  /** This year by default. */
  year: yearParam.optional(),
});

export const impactOfYear = route('GET', '/impact', {
  summary:
    'Returns the impact of a year: productions, days, crew and spend by kind, council, office and month, and what came of enquiries. A film office gets that of its productions',
  access: 'production.view',
  input,
  output: yearlyImpact,
});

export const exportImpact = route('GET', '/impact/export', {
  summary: 'Exports the impact of a year as CSV, one number in each row',
  access: 'production.view',
  input,
  ...CSV,
});

export const impactReport = route('GET', '/impact/report', {
  summary: 'Returns the impact of a year as a PDF that screen readers can read (PDF/UA)',
  access: 'production.view',
  input,
  output: file,
  contentType: 'application/pdf',
  limit: { calls: 20, seconds: 600 },
});
