import type { OptionName, Area } from '../vocabulary/schema.ts';
import type { PartFilter } from './part-filter.ts';
import type { SearchedPlace } from './searched-place.ts';

/** A part of a query: some of its words, and what a location has that matches them: any of the following. */
export interface QueryPart {
  /** The typed text, with its quotes or plus sign. */
  readonly text: string;
  /** Its ranges in the query, in UTF-16 code units: more than one range if it was repeated. */
  readonly spans: readonly Span[];
  /** Description of its meaning, for its chip. Plain words have none. */
  readonly label?: string;
  /** Folded words that occur in the location together. A plain word is expanded to similar ones if none contains it. */
  readonly words: readonly string[];
  readonly synonyms: readonly Synonym[];
  readonly options: readonly PartOption[];
  readonly place?: PlaceCondition;
  /** Other places of the name that was typed. */
  readonly otherPlaces?: readonly OtherPlace[];
  /** The filter that means the same, if there is one. */
  readonly filter?: PartFilter;
  /** Whether it is a name that neither the catalogue nor the places of the region have: no location matches it. */
  readonly isUnknown?: boolean;
  /** Words of kinds of its category, such as a prison of civic buildings: a title with all words of one says as much as the category. */
  readonly titles?: readonly (readonly string[])[];
  /** Whether it stands after a preposition: it says where something is rather than what it is. */
  readonly isAfterPreposition?: boolean;
  /** Whether it was typed in quotes: the texts must contain exactly its words. */
  readonly isLiteral: boolean;
  /** Whether it was typed in quotes or after a plus sign, and must not be dropped. */
  readonly isRequired: boolean;
  /** Whether it was typed after a minus sign, "not" or "without": a location must not match it. */
  readonly isExcluded: boolean;
}

export type Span = readonly [start: number, end: number];

interface Synonym {
  /** They occur together. */
  readonly words: readonly string[];
  readonly related: boolean;
}

interface OtherPlace {
  readonly name: string;
  /** The replacement text for the part. */
  readonly text: string;
}

/** @see Meaning */
interface PartOption extends OptionName {
  readonly related: boolean;
}

/** A location is in the area by its public position or its local authority, or its title contains the name, or it has the postcode. */
interface PlaceCondition {
  readonly searched: SearchedPlace;
  readonly area: Area;
  /** Folded words of its name, whose locations in the area come first. None where a distance from it was typed. */
  readonly name: readonly string[];
  /** A postcode or sector whose locations come first, by their public postal addresses. */
  readonly postcode?: string | undefined;
  /** Whether closer locations come first: where a distance was typed. Else all of the area are equal. */
  readonly nearestFirst: boolean;
}

/** Whether nothing but its words is known. */
export function isPlain({ synonyms, options, place }: QueryPart): boolean {
  return synonyms.length === 0 && options.length === 0 && place === undefined;
}

/** Merges equal plain words where the last one is, and what means the same where the first one is. */
export function mergeRepeated(parts: readonly QueryPart[]): QueryPart[] {
  const groups = Map.groupBy(parts, getMeaningKey);
  return parts.flatMap((part) => {
    const group = groups.get(getMeaningKey(part))!;
    const kept = isPlain(part) ? group.at(-1) : group[0];
    if (part !== kept) return [];
    return [{ ...part, spans: group.flatMap(({ spans }) => spans), isRequired: group.some((one) => one.isRequired) }];
  });
}

function getMeaningKey({ isLiteral, label, words, isExcluded }: QueryPart): string {
  return JSON.stringify([isLiteral, label, words, isExcluded]);
}
