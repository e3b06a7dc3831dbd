import { z } from 'zod';
import { picture } from '../../media/schema.ts';
import {
  FACET_FIELDS,
  FACTS,
  type FacetField,
  type FactKinds,
  type FactValues,
  RANGE_FACTS,
  type RangeField,
  isOptionField,
} from './fields/fact-fields.ts';
import { MAP_PRECISIONS, type Position } from '../../geography/schema.ts';
import { factGroups } from './production-facts/schema.ts';

export { MAX_OPTION_LENGTH, OPTION_SEPARATOR } from './fields/field-kinds.ts';
export {
  FACET_FIELDS,
  type FacetField,
  RANGE_FIELDS,
  type RangeField,
  getFactLabel,
  listFacts,
} from './fields/fact-fields.ts';
export { RESERVED_URLS } from './fields/page-url.ts';

export function isFacetField(name: string | undefined): name is FacetField {
  return (FACET_FIELDS as readonly (string | undefined)[]).includes(name);
}

/** Whether a location may have several options of an option field. */
export const FACETS = Object.fromEntries(
  FACTS.filter(isOptionField).map(({ name, kind }) => [name, { isMultiple: kind === 'options' }]),
) as Readonly<Record<FacetField, { isMultiple: boolean }>>;

/** Returns an empty list for each option field. */
export function createEmptyOptions(): Record<FacetField, string[]> {
  return Object.fromEntries(FACET_FIELDS.map((field) => [field, []])) as unknown as Record<FacetField, string[]>;
}

/** Groups options by field, in their order. */
export function groupByField(options: readonly (readonly [FacetField, string])[]): Record<FacetField, string[]> {
  const names = createEmptyOptions();
  for (const [field, name] of options) names[field].push(name);
  return names;
}

/** The maximum of an integer in PostgreSQL. */
const MAX_INTEGER = 2 ** 31 - 1;

/** The maximum of each range facet; the minimum is 0. */
export const RANGE_FACETS = Object.fromEntries(
  RANGE_FACTS.map(({ name, max = MAX_INTEGER }) => [name, { max }]),
) as Readonly<Record<RangeField, { max: number }>>;

const FACT_SCHEMAS: { readonly [Kind in keyof FactKinds]: z.ZodType<FactKinds[Kind]> } = {
  option: z.string().nullable(),
  options: z.array(z.string()),
  number: z.number().nullable(),
  line: z.string().nullable(),
  'yes-no-null': z.boolean().nullable(),
};
const facts = Object.fromEntries(FACTS.map(({ name, kind }) => [name, FACT_SCHEMAS[kind]])) as unknown as {
  [Name in keyof FactValues]: z.ZodType<FactValues[Name]>;
};

/** A published location in a list: search results, similar and featured ones. */
export const locationCard = z.object({
  id: z.string(),
  locationurl: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  category: facts.category,
  setting: facts.setting,
  century: facts.century,
  localauthority: facts.localauthority,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  map_precision: z.enum(MAP_PRECISIONS),
  /** Whether it is a fictional location of the demo. */
  sample: z.boolean(),
  primaryimage: picture.nullable(),
});
export type LocationCard = z.infer<typeof locationCard>;

/** A published location on its own page. */
export const publicLocation = locationCard.extend(facts).extend({
  description: z.string(),
  /** Credit required by the source of the data. */
  attribution: z.string().nullable(),
  /** Lines of the address and the postcode; empty unless the address is public. */
  address: z.array(z.string()),
  /** Primary image first. */
  images: z.array(picture.extend({ id: z.string(), url: z.string(), primary: z.boolean() })),
  primaryimageurl: z.string().nullable(),
  /** Those that have a value. */
  production_facts: factGroups,
  /** ISO 8601. */
  publishedat: z.string(),
});
export type PublicLocation = z.infer<typeof publicLocation>;

/** Returns the path of a published location. */
export function getLocationPath({ locationurl }: Pick<LocationCard, 'locationurl'>): string {
  return `/find-a-location/${locationurl}`;
}

/** A published location in the search index. The position is the public one. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string;
  readonly description: string;
  /** Lines and postcode, if they are public. */
  readonly address: readonly string[];
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  readonly numbers: Readonly<Record<RangeField, number | null>>;
  readonly position: Position | null;
  readonly featured: boolean;
  readonly pictured: boolean;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
}
