import { z } from 'zod';
import { pictureOfLocation } from '../images/schema.ts';
import { GAPS } from '../publishing/policy.ts';
import {
  FIELD_LABELS,
  LOCATION_STATUSES,
  type LocationField,
  type LocationFields,
  STATUSES,
  noFields,
  sentFields,
} from '../registering/schema.ts';
import { imageChanges } from './image-changes.ts';
import { TEAM_FIELDS, type TeamField, type TeamFields, sentTeamFields } from './team-fields.ts';

/** Everything of a location that the Locations Team can change in its form. */
export type RecordFields = LocationFields & TeamFields;
export type RecordField = LocationField | TeamField;
export const RECORD_FIELDS = [...Object.keys(noFields()), ...TEAM_FIELDS] as readonly RecordField[];

/** What the Locations Team reads for each field. */
export const RECORD_LABELS: Readonly<Record<RecordField, string>> = {
  ...FIELD_LABELS,
  address1: 'Address 1',
  address2: 'Address 2',
  address3: 'Address 3',
  address4: 'Address 4',
  localauthority: 'Local authority',
  locationurl: 'Location URL',
  attribution: 'Attribution',
  featured: 'Featured',
  exporttowebsite: 'Export to website',
  locationidentifier: 'Legacy location id',
  visited: 'Visited',
  datevisited: 'Date visited',
  visitedby: 'Visited by',
  datefirstcontacted: 'Date first contacted',
  datefinalcontact: 'Date of final contact',
  style: 'Style',
  parking: 'Parking',
  noise: 'Noise',
  access: 'Access',
  previoususe: 'Previous use',
  remarks: 'Remarks',
  internalteamnotes: 'Internal team notes',
  migrationnotes: 'Migration notes',
};

/** What everyone sees of a location, with which its fields are compared. */
const publishedFields = sentFields
  .pick({ title: true, locationurl: true, nearesttown: true, description: true })
  .extend(
    sentFields.pick({ category: true, setting: true, century: true, condition: true, localauthority: true }).shape,
  )
  .extend(sentFields.pick({ filmoffice: true, ownershiptype: true, map_precision: true }).shape)
  .extend({
    /** Where the public sees it, as far as its map precision allows. */
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    /** Lines of the address and the postcode; none where it is published without them. */
    address: z.array(z.string()),
    attribution: z.string(),
    featured: z.boolean(),
    /** In what publishing would show other images, or the same with other words or crops; null where it would not. */
    image_changes: imageChanges.nullable(),
  });
export type PublishedFields = z.infer<typeof publishedFields>;

/** A location as the Locations Team sees it. */
export const locationRecord = sentFields.extend(sentTeamFields.shape).extend({
  id: z.string(),
  /** Of the fields: a save names the one it started from, a decision the one it is about. */
  version: z.number(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  /** Who holds it; null for nobody but the Locations Team. */
  owner: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }).nullable(),
  contacts: z.number(),
  images: z.number(),
  /** Of the images as everyone would see them: a decision names it beside the version. */
  images_version: z.string(),
  documents: z.number(),
  primaryimage: pictureOfLocation.nullable(),
  /** Fictional, made for the demonstration. */
  sample: z.boolean(),
  /** Last part of the address of the page that is online; null while none is. */
  publishedurl: z.string().nullable(),
  /** Whether it may be published as it is. */
  publishing: z.object({
    problem: z.object({ message: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
    /** What it may lack, as it lacked that when it was last published. */
    lacking: z.array(z.enum(GAPS)),
  }),
  published: publishedFields.nullable(),
  submitted_at: z.string().nullable(),
  creationdate: z.string(),
  lastmodificationdate: z.string(),
});
export type LocationRecord = z.infer<typeof locationRecord>;
