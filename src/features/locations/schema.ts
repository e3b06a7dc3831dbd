import { z } from 'zod';
import { picture } from '../media/schema.ts';
import { FACET_FIELDS, FACTS, type FacetField, NUMBER_FIELDS, type NumberField } from './fields/facts.ts';
import { MAP_PRECISIONS } from './fields/precision.ts';

export { FACET_FIELDS, type FacetField } from './fields/facts.ts';
export { MAP_PRECISIONS, type MapPrecision } from './fields/precision.ts';

export function isFacetField(name: string | undefined): name is FacetField {
  return (FACET_FIELDS as readonly (string | undefined)[]).includes(name);
}

/** Label of each option field, and whether a location may hold several of its options. */
export const FACETS = Object.fromEntries(
  FACTS.filter(({ kind }) => kind !== 'number').map(({ name, label, kind }) => [
    name,
    { label, several: kind === 'options' },
  ]),
) as Readonly<Record<FacetField, { label: string; several: boolean }>>;

/** A list to fill for each option field. */
export function emptyOptions(): Record<FacetField, string[]> {
  return Object.fromEntries(FACET_FIELDS.map((field) => [field, []])) as unknown as Record<FacetField, string[]>;
}

/** Options chosen of each field, by name; several of one field mean *or*, several fields *and*. */
export type FacetChoice = Readonly<Partial<Record<FacetField, readonly string[]>>>;

/** West, south, east, north in degrees (WGS 84). */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

/** A position in degrees (WGS 84). */
export interface Position {
  latitude: number;
  longitude: number;
}

export const MAX_OPTION_LENGTH = 120;
export const MAX_URL_LENGTH = 150;

/** All six formats of British postcodes, and that of Girobank. */
const POSTCODE_PATTERN = /^(?:GIR 0AA|(?:[A-Z]\d{1,2}|[A-Z]{2}\d{1,2}|[A-Z]\d[A-Z]|[A-Z]{2}\d[A-Z]) \d[A-Z]{2})$/;

/** Accepts any case and a missing inner space; gives upper case with one space. */
export const postcode = z
  .string()
  .transform((typed) =>
    typed
      .toUpperCase()
      .replace(/\s/g, '')
      .replace(/(?=.{3}$)/, ' '),
  )
  .pipe(z.string().regex(POSTCODE_PATTERN, 'Enter a postcode such as EH1 1RE.'));

/** Last part of the address of a location's page. */
export const locationUrl = z
  .string()
  .trim()
  .max(MAX_URL_LENGTH, `Use at most ${MAX_URL_LENGTH} characters.`)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens, such as old-mill-leith.');

/** Names of the product's own addresses, which no location may take. */
export const RESERVED_URLS: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'boards',
  'contact-us',
  'edit-profile',
  'email-not-verified',
  'find-a-location',
  'location-enquiry',
  'locations',
  'maintenance',
  'media',
  'not-found',
  'register-location',
  'reset-password',
  'verify-email',
]);

/** The last part of an address, made from a title; the caller makes it unique. */
export function toUrl(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, MAX_URL_LENGTH).replace(/^-|-$/g, '') || 'location';
}

const optionNames = z.array(z.string());

/** A published location in a list: search results, similar and featured ones. */
export const locationCard = z.object({
  id: z.string(),
  locationurl: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  category: optionNames,
  setting: optionNames,
  century: optionNames,
  localauthority: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  map_precision: z.enum(MAP_PRECISIONS),
  /** Fictional, made for the demonstration. */
  sample: z.boolean(),
  primaryimage: picture.nullable(),
});
export type LocationCard = z.infer<typeof locationCard>;

const numbers = Object.fromEntries(NUMBER_FIELDS.map((name) => [name, z.number().nullable()])) as Record<
  NumberField,
  z.ZodNullable<z.ZodNumber>
>;

/** A published location as its own page shows it to everyone. */
export const publicLocation = locationCard.extend(numbers).extend({
  description: z.string(),
  condition: z.string().nullable(),
  ownershiptype: z.string().nullable(),
  filmoffice: z.string().nullable(),
  /** Credit that the source of the facts asks for. */
  attribution: z.string().nullable(),
  /** Lines of the address and the postcode, only where the location is published with them. */
  address: z.array(z.string()),
  /** Primary image first. */
  images: z.array(picture.extend({ id: z.string(), url: z.string(), primary: z.boolean() })),
  primaryimageurl: z.string().nullable(),
  /** ISO 8601. */
  publishedat: z.string(),
});
export type PublicLocation = z.infer<typeof publicLocation>;

/** Where a published location has its page. */
export function getLocationPath({ locationurl }: Pick<LocationCard, 'locationurl'>): string {
  return `/find-a-location/${locationurl}`;
}

/** What a search engine needs of a published location. The position is the one that the public may see. */
export interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly nearesttown: string;
  readonly description: string;
  readonly options: Readonly<Record<FacetField, readonly string[]>>;
  readonly position: Position | null;
  readonly featured: boolean;
  readonly pictured: boolean;
  /** Milliseconds since 1970. */
  readonly publishedAt: number;
}
