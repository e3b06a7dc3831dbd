import { z } from 'zod';
import type { FacetField } from '../../locations/catalogue/schema.ts';

const point = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)]);

/** The area of a place: local authorities, circles and outlines. In degrees and kilometres. */
export const area = z.object({
  councils: z.array(z.string()).default([]),
  circles: z.array(z.tuple([...point.def.items, z.number().positive()])).default([]),
  /** Closed lines, whose last point need not repeat the first. */
  outlines: z.array(z.array(point).min(3)).default([]),
});
export type Area = z.output<typeof area>;

/** The kinds of places. A village is known only after a word such as "near". */
export const placeKind = z.enum(['town', 'village', 'island', 'council', 'area', 'postcode', 'landmark']);
export type PlaceKind = z.output<typeof placeKind>;

/** A place that queries name. */
const place = z.object({
  kind: placeKind,
  name: z.string(),
  /** The text to type, including the name. */
  names: z.array(z.string()).min(1),
  /** Whether the name alone means the place. Otherwise it has to follow a word such as "near". */
  common: z.boolean(),
  latitude: point.def.items[0],
  longitude: point.def.items[1],
  /** Kilometres from the centre to the edge. */
  reach: z.number().positive(),
  area,
});
export type Place = z.output<typeof place>;

/** A place of the file that comes with the product. Without names it has one, and without an area it is a circle. */
export const defaultPlace = place
  .partial({ names: true, area: true })
  .transform(({ names, area: own, ...rest }): Place => ({
    ...rest,
    names: names ?? [rest.name],
    area: own ?? area.parse({ circles: [[rest.latitude, rest.longitude, rest.reach]] }),
  }));

/** The meaning of a term of the trade: an option, a synonym, or nothing. */
export const thesaurusEntry = z.object({
  term: z.string(),
  field: z.enum(['category', 'setting', 'century', 'condition', 'ownershiptype', 'word', 'ignored']),
  /** The name of the option, or the synonym. */
  value: z.string(),
  /** Whether the meaning is only close. */
  related: z.boolean(),
});
export type ThesaurusEntry = z.output<typeof thesaurusEntry>;

/** A field whose options terms mean. Local authorities are places, and nobody types the name of a film office. */
export type TermField = Exclude<FacetField, 'localauthority' | 'filmoffice'>;

/** A rule of the Locations Team about words: `EQUAL` terms mean each other, `ONE_WAY` terms mean the targets. As typed. */
export interface SynonymRule {
  readonly kind: 'EQUAL' | 'ONE_WAY';
  readonly terms: readonly string[];
  readonly targets: readonly string[];
}

/** The first results of a query, in order, by the key of the query (`toQueryKey`). */
export interface PinnedResults {
  readonly key: string;
  readonly locations: readonly string[];
}

/** The name of an option, which is a term too. */
export interface OptionName {
  readonly field: TermField;
  readonly name: string;
}

/** The meanings of a term. A location matches it by any option or synonym. */
export interface Meaning {
  readonly options: readonly (OptionName & { readonly related: boolean })[];
  /** The words of a synonym occur together. */
  readonly synonyms: readonly { readonly words: readonly string[]; readonly related: boolean }[];
  /** Whether it says nothing about a location, as in "somewhere big". */
  readonly ignored: boolean;
  /** Whether it is one of the names of an option, such as "pub" of "Shop, pub or café". */
  readonly isOptionName?: boolean;
  /** Whether it is the whole name of an option that lists several, such as "Shop, pub or café". */
  readonly isOptionList?: boolean;
}
