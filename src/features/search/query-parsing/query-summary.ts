import { z } from 'zod';
import type { Choice } from './required-parts.ts';
import { partFilter } from './part-filter.ts';
import type { QueryPart } from './query-part.ts';
import type { SearchedPlace } from './searched-place.ts';

/** How a query was understood, part by part. */
export const querySummary = z.object({
  parts: z.array(
    z.object({
      /** The typed text, with its quotes or plus sign. */
      text: z.string(),
      /** Its ranges in the query, in UTF-16 code units: more than one range if it was repeated. */
      spans: z.array(z.tuple([z.number(), z.number()])),
      /** Description of its meaning; null for plain words. */
      label: z.string().nullable(),
      /** Whether the results need not match it, since too few locations match it with all others. */
      dropped: z.boolean(),
      /** Whether the results must not match it. */
      excluded: z.boolean(),
      /** Whether it is a name that is not known: no location matches it. */
      unknown: z.boolean(),
      /** Other places of its name, or names like an unknown one, each with the replacement text for the part. */
      others: z.array(z.object({ name: z.string(), text: z.string() })),
      /** The word that was probably meant by a rare one. */
      similar: z.string().nullable(),
      /** Null if no filter means the same, as for plain words. */
      filter: partFilter.nullable(),
    }),
  ),
  /** Number of locations that match all parts, ignoring filters. Null if no part is dropped. */
  matchingAll: z.number().nullable(),
  /** If nothing within a distance matches all other parts: the replacement text for that part with which something does, and how much. */
  wider: z
    .object({ text: z.string(), spans: z.array(z.tuple([z.number(), z.number()])), total: z.number() })
    .nullable(),
});
export type QuerySummary = z.output<typeof querySummary>;

/**
 * @param choice among the parts that are not excluded
 * @param similar by part that is not excluded: possible corrections of a rare word
 * @param wider a distance at which something matches all parts
 */
export function summarise(
  parts: readonly QueryPart[],
  { chosen, matchingAll }: Choice,
  similar: readonly (string | null)[],
  wider: QuerySummary['wider'],
): QuerySummary {
  let wanted = 0;
  return {
    parts: parts.map(
      ({ text, spans, label = null, filter = null, isExcluded, isUnknown = false, otherPlaces = [] }) => {
        const i = isExcluded ? -1 : wanted++;
        return {
          text,
          spans: spans.map(([start, end]): [number, number] => [start, end]),
          label,
          dropped: !isExcluded && (chosen & (1 << i)) === 0,
          excluded: isExcluded,
          unknown: isUnknown,
          others: otherPlaces.map(({ name, text: other }) => ({ name, text: other })),
          similar: similar[i] ?? null,
          filter,
        };
      },
    ),
    matchingAll: matchingAll ?? null,
    wider,
  };
}

/** The categories that the words mean and the results must have. */
export function listSearchedCategories({ parts }: QuerySummary): readonly string[] {
  return parts.find(({ dropped, filter }) => !dropped && filter?.category)?.filter?.category ?? [];
}

/** The first place among the parts of a query that a location must match. */
export function findSearchedPlace(parts: readonly QueryPart[], { chosen }: Choice): SearchedPlace | null {
  return parts.find(({ place }, i) => place !== undefined && (chosen & (1 << i)) !== 0)?.place?.searched ?? null;
}

/** The places among the parts of a query that a location need not match. */
export function listDroppedPlaces(parts: readonly QueryPart[], { chosen }: Choice): SearchedPlace[] {
  return parts.flatMap(({ place }, i) => (place && (chosen & (1 << i)) === 0 ? [place.searched] : []));
}
