import { z } from 'zod';
import { LOSS_REASON_NAMES } from '../../productions/schema.ts';
import { FIGURE_NAMES } from '../schema.ts';

/** What figures are grouped by. */
export const GROUPINGS = { TOTAL: 'All', KIND: 'Kind', COUNCIL: 'Council', OFFICE: 'Office', MONTH: 'Month' } as const;
export type Grouping = keyof typeof GROUPINGS;
export const GROUPING_NAMES = Object.keys(GROUPINGS) as [Grouping, ...Grouping[]];
/** Enquiries and losses have no council. */
const CONVERSION_GROUPINGS = ['TOTAL', 'KIND', 'OFFICE', 'MONTH'] as const satisfies readonly Grouping[];
export type ConversionGrouping = (typeof CONVERSION_GROUPINGS)[number];

/** A sum by how its figures are known, to the hundredth. */
const split = z.object({ DECLARED: z.number(), MEASURED: z.number(), ESTIMATED: z.number() });
export type Split = z.output<typeof split>;

const figureGroup = z.object({
  by: z.enum(GROUPING_NAMES),
  label: z.string(),
  /** Productions that have filmed. One that used several councils counts in each of them here, but its days and spend are divided. */
  productions: z.number(),
  /** Figures that no production of the group has are missing, and so are those of crew by council. */
  figures: z.partialRecord(z.enum(FIGURE_NAMES), split),
});
export type FigureGroup = z.output<typeof figureGroup>;

const conversionGroup = z.object({
  by: z.enum(CONVERSION_GROUPINGS),
  label: z.string(),
  /** Received in the year, without spam. */
  enquiries: z.number(),
  /** Productions whose first enquiry is one of these, and those of them that have filmed. */
  productions: z.number(),
  filmed: z.number(),
  /** Productions that were lost in the year, by reason; null for one that is not known. */
  lost: z.array(z.object({ reason: z.enum(LOSS_REASON_NAMES).nullable(), productions: z.number() })),
});
export type ConversionGroup = z.output<typeof conversionGroup>;

/** The impact of all productions of a year. */
export const yearlyImpact = z.object({
  year: z.number(),
  /** The years that can be chosen, the latest first. */
  years: z.array(z.number()),
  groups: z.array(figureGroup),
  conversion: z.array(conversionGroup),
  /** Productions that have filmed but have no day of filming, so that they are in no year. */
  undated: z.number(),
  /** Enquiries that were closed as filmed in the year but belong to no production, so that they are in no figure. */
  unlinked: z.number(),
  /** Whether the year has ended, so that it can be published. */
  is_over: z.boolean(),
  /** When it was published; null if it is not. */
  published_at: z.string().nullable(),
});
export type YearlyImpact = z.output<typeof yearlyImpact>;
