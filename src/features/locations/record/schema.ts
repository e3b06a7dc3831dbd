import { z } from 'zod';
import { FIELDS, type PublicField, RECORD_FIELDS } from '../fields/lookup.ts';
import { getTransferSchema } from '../fields/validation.ts';
import { locationImage } from '../images/schema.ts';
import { MISSING_PARTS } from '../publishing/policy.ts';
import { LOCATION_STATUSES, STATUSES } from '../working-copy/schema.ts';
import { imageChanges } from './image-changes.ts';

/** The public fields, except the position, which is published only as precisely as its map precision allows. */
export type PublishedField = Exclude<PublicField, 'latitude' | 'longitude'>;
export const PUBLISHED_FIELDS = FIELDS.filter(
  ({ name, group }) => group === 'public' && name !== 'latitude' && name !== 'longitude',
).map(({ name }) => name as PublishedField);

/** The published values, with which the fields are compared. */
const publishedFields = getTransferSchema(PUBLISHED_FIELDS).extend({
  /** Where the public sees it, as far as its map precision allows. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Lines of the address and the postcode; none where it is published without them. */
  address: z.array(z.string()),
  /** In what publishing would show other images, or the same with other words or crops; null where it would not. */
  image_changes: imageChanges.nullable(),
});
export type PublishedFields = z.infer<typeof publishedFields>;

/** A location as the Locations Team sees it. */
export const locationRecord = getTransferSchema(RECORD_FIELDS).extend({
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
  primaryimage: locationImage.nullable(),
  /** Fictional, made for the demonstration. */
  sample: z.boolean(),
  /** Last part of the address of the page that is online; null while none is. */
  publishedurl: z.string().nullable(),
  /** Whether it may be published as it is. */
  publishing: z.object({
    problem: z.object({ message: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
    /** What it may lack, as it lacked that when it was last published. */
    missingParts: z.array(z.enum(MISSING_PARTS)),
  }),
  published: publishedFields.nullable(),
  submitted_at: z.string().nullable(),
  creationdate: z.string(),
  lastmodificationdate: z.string(),
});
export type LocationRecord = z.infer<typeof locationRecord>;
