import { type QueryPart, isPlain } from '../../query-parsing/query-part.ts';
import type { Address, LiveIndex } from '../index/snapshot.ts';
import { EXPANSION_WEIGHTS, SURROUNDINGS_KM, getExpansionSteps } from '../../text/relevance.ts';
import type { Area } from '../../vocabulary/schema.ts';
import type { Position } from '../../../geography/schema.ts';
import { toCircle } from '../../query-parsing/area-filters.ts';
import { type ExpandedPart, ExpansionBuilder } from './expansion-builder.ts';

/** Expands the parts of a query to postings of some indexes, by the rules in `relevance.ts`. */
export function expandParts(
  parts: readonly QueryPart[],
  typing: boolean,
  indexes: readonly LiveIndex[],
): ExpandedPart[] {
  return parts.map((part, i) => {
    const builder = new ExpansionBuilder(indexes);
    const isLast = i === parts.length - 1;
    if (part.isLiteral) builder.addTogether(part.words, 'exact');
    else if (!isPlain(part)) builder.addKnown(part, isLast && typing && !part.isExcluded);
    // Locations with words that are only similar to an excluded word stay.
    else if (part.isExcluded) builder.addTogether(part.words, 'stem');
    else if (!part.isUnknown) builder.addPlain(part.words[0]!, getExpansionSteps(isLast, typing));
    return builder.build();
  });
}

/** Returns the locations whose titles contain a word of each part. */
export function expandTitles(parts: readonly ExpandedPart[], indexes: readonly LiveIndex[]): ExpandedPart[] {
  return parts.map(({ terms }) => {
    const builder = new ExpansionBuilder(indexes);
    for (const term of terms) builder.addTitleWords(term);
    return builder.build();
  });
}

/** Returns the locations with a trait as a part. */
export function expandTrait(trait: string, indexes: readonly LiveIndex[]): ExpandedPart {
  const builder = new ExpansionBuilder(indexes);
  builder.addTrait(trait, EXPANSION_WEIGHTS.option);
  return builder.build();
}

/** Returns the locations in an area as a part, all with the same weight. */
export function expandArea(area: Area, indexes: readonly LiveIndex[]): ExpandedPart {
  const builder = new ExpansionBuilder(indexes);
  builder.addArea(area, EXPANSION_WEIGHTS.option, false);
  return builder.build();
}

/** Returns the locations around a place as a part, the closer the better. */
export function expandSurroundings(place: Position, indexes: readonly LiveIndex[]): ExpandedPart {
  const builder = new ExpansionBuilder(indexes);
  builder.addArea(toCircle(place, SURROUNDINGS_KM), EXPANSION_WEIGHTS.surroundings, true);
  return builder.build();
}

/** A part that some locations match in any case. */
export function withFirst(part: ExpandedPart, first: readonly Address[]): ExpandedPart {
  const postings = part.postings.map((of, s) => {
    const own = first.filter(({ part: p }) => p === s).map(({ location }) => location);
    if (own.length === 0) return of;
    const locations = Uint32Array.from(own).sort();
    // No impact is 0.
    const impacts = new Uint8Array(locations.length).fill(1);
    return [...of, { locations, impacts, weight: 1 }];
  });
  return { ...part, postings };
}
