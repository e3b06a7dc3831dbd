import { z } from 'zod';
import { person } from '../entry-subjects/schema.ts';
import { picture } from '../media/schema.ts';
import { STATUSES } from '../locations/working-copy/schema.ts';

/** Kinds of evidence that two locations are one. */
export const REASONS = ['title', 'distance', 'postcode', 'pictures'] as const;
export type Reason = (typeof REASONS)[number];
export const REASON_LABELS: Readonly<Record<Reason, string>> = {
  title: 'Similar titles',
  distance: 'Close to each other',
  postcode: 'Same postcode',
  pictures: 'Same pictures',
};
const reasons = z.partialRecord(z.enum(REASONS), z.number());

/** The columns that the list can be sorted by. */
export const PAIR_COLUMNS = ['score', 'distance', 'found_at'] as const;

/** Open pairs wait for a decision; the others were found to be two different locations. */
export const PAIR_STATES = ['open', 'dismissed'] as const;

const pairedLocation = z.object({
  id: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  status: z.enum(STATUSES),
  picture: picture.nullable(),
});

const similarity = {
  /** In per cent. */
  score: z.number(),
  /** The strength of each reason, in per cent. */
  reasons,
  /** Kilometres between the positions; null without both. */
  distance: z.number().nullable(),
};

/** Two locations that may be one. */
export const duplicatePair = z.object({
  a: pairedLocation,
  b: pairedLocation,
  ...similarity,
  found_at: z.string(),
  /** The person who decided that they are different, and the time. */
  dismissed_by: person.nullable(),
  dismissed_at: z.string().nullable(),
});
export type DuplicatePair = z.output<typeof duplicatePair>;

/** A pair with what a merge may take from film offices. */
export const comparedPair = duplicatePair.extend({
  /** Where the two are in the areas of different film offices: the enquiries that an office sees because of one of them alone. */
  office_enquiries: z.array(z.object({ location_id: z.string(), office: z.string(), enquiries: z.number() })),
});
export type ComparedPair = z.output<typeof comparedPair>;

/** A location that looks like the one that somebody is entering. */
export const similarLocation = z.object({
  id: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  /** The last segment of the URL of its public page; null if it has none. */
  locationurl: z.string().nullable(),
  /** Whether the caller is its owner. */
  isOwn: z.boolean(),
  /** In per cent. */
  score: z.number(),
});
export type SimilarLocation = z.output<typeof similarLocation>;
