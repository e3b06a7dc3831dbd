import { z } from 'zod';
import { email, telephone } from '../../platform/limits.ts';
import { picture } from '../media/schema.ts';

/** The option fields of a location, in the order in which forms, filters and facts show them. */
export const FACET_FIELDS = [
  'category',
  'setting',
  'century',
  'condition',
  'ownershiptype',
  'localauthority',
  'filmoffice',
] as const;
export type FacetField = (typeof FACET_FIELDS)[number];

export function isFacetField(name: string | undefined): name is FacetField {
  return (FACET_FIELDS as readonly (string | undefined)[]).includes(name);
}

/** Label of each option field, and whether a location may hold several of its options. */
export const FACETS: Readonly<Record<FacetField, { label: string; several: boolean }>> = {
  category: { label: 'Category', several: true },
  setting: { label: 'Setting', several: true },
  century: { label: 'Century', several: true },
  condition: { label: 'Condition', several: false },
  ownershiptype: { label: 'Ownership type', several: false },
  localauthority: { label: 'Local authority', several: false },
  filmoffice: { label: 'Film office', several: false },
};

/** A list to fill for each option field. */
export function noOptions(): Record<FacetField, string[]> {
  return {
    category: [],
    setting: [],
    century: [],
    condition: [],
    ownershiptype: [],
    localauthority: [],
    filmoffice: [],
  };
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

/** How exactly the public sees where a place is: the point, within about a kilometre, or only the area. */
export const MAP_PRECISIONS = ['exact', 'near', 'area'] as const;
export type MapPrecision = (typeof MAP_PRECISIONS)[number];

export const OPTION_LENGTH = 120;
export const URL_LENGTH = 150;

const text = (length: number) =>
  z
    .string()
    .trim()
    .max(length, `Use at most ${length.toLocaleString('en-GB')} characters.`);
const line = (length: number) => text(length).regex(/^[^\n]*$/, 'Write it in one line.');

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
  .max(URL_LENGTH, `Use at most ${URL_LENGTH} characters.`)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens, such as old-mill-leith.');

/** Names of the product's own addresses, which no location may take. */
export const ROUTE_NAMES: ReadonlySet<string> = new Set([
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
export function urlFromTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\p{Mark}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, URL_LENGTH).replace(/^-|-$/g, '') || 'location';
}

export const LINE_LENGTH = 120;
export const DESCRIPTION_LENGTH = 10_000;
const NOTES_LENGTH = 5_000;

/** The fields of a location that are text, each with its limits; empty text stands for nothing and is not checked here. */
export const locationText = {
  dynamicsid: line(LINE_LENGTH),
  title: line(150),
  locationurl: locationUrl,
  address1: line(LINE_LENGTH),
  address2: line(LINE_LENGTH),
  address3: line(LINE_LENGTH),
  address4: line(LINE_LENGTH),
  postcode,
  telephone1: telephone,
  telephone2: telephone,
  email,
  nearesttown: line(LINE_LENGTH),
  ownername: line(LINE_LENGTH),
  description: text(DESCRIPTION_LENGTH),
  attribution: line(500),
  visitedby: line(LINE_LENGTH),
  style: text(NOTES_LENGTH),
  parking: text(NOTES_LENGTH),
  noise: text(NOTES_LENGTH),
  access: text(NOTES_LENGTH),
  previoususe: text(NOTES_LENGTH),
  remarks: text(NOTES_LENGTH),
  internalteamnotes: text(NOTES_LENGTH),
  migrationnotes: text(NOTES_LENGTH),
} as const;

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

/** A published location as its own page shows it to everyone. */
export const publicLocation = locationCard.extend({
  description: z.string(),
  condition: z.string().nullable(),
  ownershiptype: z.string().nullable(),
  filmoffice: z.string().nullable(),
  /** Lines of the address and the postcode, only where the location is published with them. */
  address: z.array(z.string()),
  /** Primary image first. */
  images: z.array(picture.extend({ id: z.string(), url: z.string(), primary: z.boolean() })),
  primaryimageurl: z.string().nullable(),
  /** Credit that the source of the facts asks for. */
  attribution: z.string().nullable(),
  /** ISO 8601. */
  publishedat: z.string(),
});
export type PublicLocation = z.infer<typeof publicLocation>;

/** Where a published location has its page. */
export function locationPath({ locationurl }: Pick<LocationCard, 'locationurl'>): string {
  return `/find-a-location/${locationurl}`;
}

/** What a search engine needs of a published location. The position is the one that the public may see. */
export interface CatalogueDocument {
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
