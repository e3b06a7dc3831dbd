import { z } from 'zod';
import { email, optional, telephone } from '../../../platform/limits.ts';
import { pictureOfLocation } from '../images/schema.ts';
import { contact } from '../contacts/schema.ts';
import { FACETS, type FacetField, MAP_PRECISIONS, OPTION_LENGTH, locationText } from '../schema.ts';

/** The fields that an owner fills, in the order in which the wizard asks for them. */
export const TEXT_FIELDS = [
  'title',
  'address1',
  'address2',
  'address3',
  'address4',
  'postcode',
  'telephone1',
  'telephone2',
  'email',
  'locationurl',
  'nearesttown',
  'ownername',
  'description',
] as const;
type TextField = (typeof TEXT_FIELDS)[number];
export type LocationField = TextField | FacetField | 'latitude' | 'longitude' | 'map_precision' | 'address_public';

/** What people read for each field. */
export const FIELD_LABELS: Readonly<Record<LocationField, string>> = {
  title: 'Title',
  address1: 'Address line 1',
  address2: 'Address line 2',
  address3: 'Address line 3',
  address4: 'Address line 4',
  postcode: 'Postcode',
  nearesttown: 'Nearest town',
  telephone1: 'Telephone 1',
  telephone2: 'Telephone 2',
  email: 'E-mail',
  locationurl: 'Page address',
  category: 'Category',
  setting: 'Setting',
  century: 'Century',
  condition: 'Condition',
  ownershiptype: 'Ownership type',
  localauthority: 'Authority',
  filmoffice: 'Film office',
  ownername: 'Owner name',
  description: 'Description',
  latitude: 'Latitude',
  longitude: 'Longitude',
  map_precision: 'How exactly the public sees the place',
  address_public: 'Show the address on the public page',
};

/** What owners read for how exactly the public sees a place. */
export const PRECISION_LABELS: Readonly<Record<LocationFields['map_precision'], string>> = {
  exact: 'Exactly',
  near: 'Within about 1 km',
  area: 'Only the area',
};

/** The values of a location's fields, as forms and calls carry them: '' and [] stand for nothing. */
export interface LocationFields
  extends Record<TextField, string>, Record<'category' | 'setting' | 'century', readonly string[]> {
  readonly condition: string;
  readonly localauthority: string;
  readonly filmoffice: string;
  readonly ownershiptype: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly map_precision: (typeof MAP_PRECISIONS)[number];
  readonly address_public: boolean;
}

const filled = <Schema extends z.ZodType<string, string>>(schema: Schema, missing: string) =>
  z.string().trim().min(1, missing).pipe(schema);

/** Of several options, each once. */
const options = (field: FacetField) =>
  z
    .array(z.string().max(OPTION_LENGTH))
    .max(100)
    .transform((names) => [...new Set(names)])
    .pipe(z.array(z.string()).min(1, `Choose at least one ${FACETS[field].label.toLowerCase()}.`));
const option = (label: string) => z.string().max(OPTION_LENGTH).min(1, `Choose ${label}.`);

const AREA_MISSING = 'Please set your location area by clicking on the map';
const degrees = (most: number) => z.number(AREA_MISSING).min(-most).max(most);

/** What each step of the wizard asks, and what makes it valid. Steps count from 0 here and from 1 to people. */
export const STEPS = [
  {
    title: 'Location information',
    form: z.object({
      title: filled(locationText.title, 'Enter a title.'),
      address1: filled(locationText.address1, 'Enter the first line of the address.'),
      address2: optional(locationText.address2),
      address3: optional(locationText.address3),
      address4: optional(locationText.address4),
      postcode: filled(locationText.postcode, 'Enter the postcode.'),
      nearesttown: filled(locationText.nearesttown, 'Enter the nearest town.'),
      telephone1: filled(telephone, 'Enter a telephone number.'),
      telephone2: optional(telephone),
      email,
      locationurl: optional(locationText.locationurl),
    }),
  },
  {
    title: 'Location features',
    form: z.object({
      category: options('category'),
      setting: options('setting'),
      century: options('century'),
      condition: option('the condition'),
      ownershiptype: option('the ownership type'),
      localauthority: option('the authority'),
      filmoffice: option('the film office for this area'),
      ownername: filled(locationText.ownername, 'Enter the name of the owner.'),
    }),
  },
  {
    title: 'Location description',
    form: z.object({ description: filled(locationText.description, 'Describe the place.') }),
  },
  { title: 'Location contacts', form: z.object({}) },
  { title: 'Location images', form: z.object({}) },
  {
    title: 'Location area',
    form: z.object({
      latitude: degrees(90),
      longitude: degrees(180),
      map_precision: z.enum(MAP_PRECISIONS, 'Choose how exactly the public sees the place.'),
      address_public: z.boolean(),
    }),
  },
] as const;
export const CONTACTS_STEP = 3;
export const IMAGES_STEP = 4;
export const LAST_STEP = STEPS.length - 1;

/** The fields of a step. */
export function fieldsOf(step: number): LocationField[] {
  return Object.keys(STEPS[step]?.form.shape ?? {}) as LocationField[];
}

/** What keeps a step from being complete, by field; empty when nothing does. */
export function problemsOf(step: number, fields: Partial<LocationFields>): Record<string, string> {
  const result = STEPS[step]?.form.safeParse(fields);
  const problems: Record<string, string> = {};
  for (const issue of result?.error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  return problems;
}

/** Longer than any field may be: what is pasted is kept whole as a draft, and says by how much it is too long. */
export const TYPED_LENGTH = 30_000;

/** Pasted text brings characters that no keyboard writes and that the database cannot hold: halves of letters, controls. */
const readable = z
  .string()
  .overwrite((typed) => typed.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}|\p{Cs}/gu, ' '));
/** Text as it is sent, which is checked when it is saved. */
export const typedText = readable.max(TYPED_LENGTH);
const choice = readable.max(OPTION_LENGTH);
const names = z.array(choice).max(100);
/** As sent by whoever saves: any of the fields. Each step that one of them belongs to is checked as a whole. */
export const sentFields = z.object({
  ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, typedText])) as Record<TextField, typeof typedText>),
  category: names,
  setting: names,
  century: names,
  condition: choice,
  localauthority: choice,
  filmoffice: choice,
  ownershiptype: choice,
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
  map_precision: z.enum(MAP_PRECISIONS),
  address_public: z.boolean(),
});

/** What was typed and not saved as a step yet. Numbers and choices are what they are; text is unchecked. */
export const typedFields = sentFields.partial();
export type TypedFields = z.output<typeof typedFields>;

export const locationDraft = z.object({
  version: z.number(),
  fields: typedFields,
  /** What was saved of these fields when they were typed. */
  was: typedFields,
  /** ISO 8601, as every moment. */
  updated_at: z.string(),
});
export type LocationDraft = z.infer<typeof locationDraft>;

export const STATUSES = ['NEW', 'CHANGED', 'LIVE'] as const;
export const LOCATION_STATUSES = ['DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED'] as const;

/** A location as who holds it sees and edits it. */
export const ownLocation = sentFields.extend({
  id: z.string(),
  /** Of the fields: a save names the one it started from. */
  version: z.number(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  contacts: z.array(contact),
  /** Of the primary contact. */
  contactid: z.string().nullable(),
  contactfullname: z.string().nullable(),
  images: z.array(pictureOfLocation),
  /** What its owner has typed and not saved; null for everybody else. */
  draft: locationDraft.nullable(),
  /** Last part of the address of the page that is online; null while none is. */
  publishedurl: z.string().nullable(),
  submitted_at: z.string().nullable(),
  creationdate: z.string(),
  lastmodificationdate: z.string(),
});
export type OwnLocation = z.infer<typeof ownLocation>;

/** A location in the list of who holds it. */
export const ownLocationCard = z.object({
  id: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  publishedurl: z.string().nullable(),
  primaryimage: pictureOfLocation.nullable(),
  /** Steps of the wizard that are complete. */
  complete: z.number(),
  submitted_at: z.string().nullable(),
  lastmodificationdate: z.string(),
});
export type OwnLocationCard = z.infer<typeof ownLocationCard>;

/** What is known of a position or a postcode; null where nothing is. */
export const whereabouts = z.object({
  /** The position asked for, or about where the district of the postcode lies. */
  latitude: z.number(),
  longitude: z.number(),
  nearesttown: z.string().nullable(),
  /** Options of the location fields. */
  localauthority: z.string().nullable(),
  /** The one that most published locations of that authority name. */
  filmoffice: z.string().nullable(),
});
export type Whereabouts = z.infer<typeof whereabouts>;

/** What the owner reads once a location is sent. */
export const SUBMITTED = 'These details have been registered and are waiting for approval';
/** What the owner reads of a location that waits. */
export const PENDING = 'Your location is pending approval, should you have a query, please contact our team';

/** The fields of a location that nobody has filled in yet. */
export function noFields(): LocationFields {
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map((field) => [field, ''])) as Record<TextField, string>),
    category: [],
    setting: [],
    century: [],
    condition: '',
    localauthority: '',
    filmoffice: '',
    ownershiptype: '',
    latitude: null,
    longitude: null,
    map_precision: 'near',
    address_public: false,
  };
}

/** Whether two values of a field mean the same: the order of options does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((name) => other.includes(name));
}
