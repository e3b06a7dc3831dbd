import { z } from 'zod';
import { BASIS_NAMES } from '../schema.ts';

/** What is published of a year, with labels. Crew is not divided among councils. */
export const MEASURES = {
  PRODUCTIONS: 'Productions',
  DAYS: 'Shooting days',
  CREW: 'Local crew',
  CREW_DAYS: 'Local crew days',
  SPEND: 'Spend',
} as const;
export type Measure = keyof typeof MEASURES;
export const MEASURE_NAMES = Object.keys(MEASURES) as [Measure, ...Measure[]];

/** What published sums are grouped by. Months and the outcomes of enquiries stay in the office: nearly all of them are small. */
export const PUBLISHED_GROUPINGS = ['TOTAL', 'KIND', 'COUNCIL', 'OFFICE', 'SPEND'] as const;
export type PublishedGrouping = (typeof PUBLISHED_GROUPINGS)[number];

/** How the figures of a sum are known; ALL of them together. */
export const SUM_BASES = ['ALL', ...BASIS_NAMES] as const;
export type SumBasis = (typeof SUM_BASES)[number];

const publishedSum = z.object({
  by: z.enum(PUBLISHED_GROUPINGS),
  /** Empty for the total. */
  group: z.string(),
  measure: z.enum(MEASURE_NAMES),
  basis: z.enum(SUM_BASES),
  /** Null if it is confidential, which tables show as [c]. To the hundredth where it is divided among councils. */
  value: z.number().nullable(),
});
export type PublishedSum = z.output<typeof publishedSum>;

/** What is stored of a published year: the sums as they were then, without those that are confidential. */
export const publishedContent = z.object({
  sums: z.array(publishedSum),
  /** The versions of formulas by which figures were estimated. */
  formulas: z.array(z.object({ name: z.string(), version: z.number(), source: z.string() })),
});
export type PublishedContent = z.output<typeof publishedContent>;

/** What would be published of a year now. */
export const impactPreview = publishedContent.extend({
  /** Of the content: publishing it states which preview somebody has seen. */
  checksum: z.string(),
});

/** A published year as open data. */
export const publishedImpact = publishedContent.extend({
  year: z.number(),
  published_at: z.string(),
  currency: z.string(),
  licence: z.object({ name: z.string(), url: z.string(), attribution: z.string() }),
  /** Descriptions of the keys of a sum. */
  columns: z.record(z.string(), z.string()),
});
export type PublishedImpact = z.output<typeof publishedImpact>;

export const LICENCE = {
  name: 'Creative Commons Attribution 4.0 International (CC BY 4.0)',
  url: 'https://creativecommons.org/licenses/by/4.0/',
} as const;

/** Productions of a published sum at least, and the share of one of them at most. */
export const MIN_PRODUCTIONS = 3;
export const MAX_SHARE = 0.85;

/** The mark of confidential values, as the UK Government Analysis Function recommends it for tables. */
export const CONFIDENTIAL = '[c]';
