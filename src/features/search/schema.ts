import { z } from 'zod';
import type { BoundingBox } from '../geography/schema.ts';
import { FACET_FIELDS, type FacetField } from '../locations/schema.ts';

export const PAGE_SIZE = 20;
export const MAX_QUERY_LENGTH = 100;
export const MAX_SUGGESTIONS = 4;
export const MAX_INSTANT_RESULTS = 3;
/** Debounce of the typeahead. */
export const TYPEAHEAD_DELAY_MS = 500;
/** Time after the mouse has left a filter menu until it closes. */
export const DROPDOWN_CLOSE_DELAY_MS = 2_000;

const optionName = z
  .string()
  .max(120)
  .regex(/^\P{Cc}*$/u, 'Leave out control characters.');
const optionNames = z
  .union(
    [z.array(optionName).max(100), optionName.transform((only) => [only])],
    'Give an option, or a list of at most 100, without control characters.',
  )
  .optional()
  .transform((given) => given ?? []);

const facets = Object.fromEntries(FACET_FIELDS.map((field) => [field, optionNames])) as Record<
  FacetField,
  typeof optionNames
>;

/** `west,south,east,north` in degrees. */
export const bboxParam = z
  .string()
  .max(100)
  .transform((text, context): BoundingBox => {
    const [west, south, east, north, ...more] = text.split(',').map(Number);
    const inRange = (n: number | undefined, limit: number): n is number => n !== undefined && Math.abs(n) <= limit;
    if (
      more.length > 0 ||
      !inRange(west, 180) ||
      !inRange(south, 90) ||
      !inRange(east, 180) ||
      !inRange(north, 90) ||
      west > east ||
      south > north
    ) {
      context.addIssue({ code: 'custom', message: 'The area must be west,south,east,north in degrees.' });
      return z.NEVER;
    }
    return [west, south, east, north];
  });

/** The query parameters of a search. */
export const searchInput = z.object({
  query: z.string().trim().max(MAX_QUERY_LENGTH, `At most ${MAX_QUERY_LENGTH} characters.`).default(''),
  bbox: bboxParam.optional(),
  ...facets,
});
export type SearchInput = z.output<typeof searchInput>;
