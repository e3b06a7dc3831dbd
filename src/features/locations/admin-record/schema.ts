import { z } from 'zod';
import { FIELDS, type PublicField, RECORD_FIELDS } from '../catalogue/fields/lookup.ts';
import { getTransferSchema } from '../catalogue/fields/validation.ts';
import { describedFact } from '../catalogue/production-facts/described-fact.ts';
import { locationImage } from '../editing/images/schema.ts';
import { MISSING_PARTS } from '../publishing/publishability.ts';
import { LOCATION_STATUSES, STATUSES } from '../working-copy/schema.ts';
import { imageChanges } from './image-changes.ts';

/** The public fields, except the position, which is published only as precisely as its map precision allows. */
export type PublishedField = Exclude<PublicField, 'latitude' | 'longitude'>;
export const PUBLISHED_FIELDS = FIELDS.filter(
  ({ name, group }) => group === 'public' && name !== 'latitude' && name !== 'longitude',
).map(({ name }) => name as PublishedField);

/** The published values that the fields are compared with. */
const publishedFields = getTransferSchema(PUBLISHED_FIELDS).extend({
  production_facts: z.array(describedFact),
  /** The public position. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** Lines of the address and the postcode; empty if the address is not public. */
  address: z.array(z.string()),
  /** The differences between the images and the published ones; null if there are none. */
  image_changes: imageChanges.nullable(),
});
export type PublishedFields = z.infer<typeof publishedFields>;

/** A location as the Locations Team sees it. */
export const locationRecord = getTransferSchema(RECORD_FIELDS).extend({
  id: z.string(),
  /** The version of the fields, which saving, publishing and deleting expect. */
  version: z.number(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  /** Null if it has no owner. */
  owner: z.object({ id: z.string(), first_name: z.string(), last_name: z.string() }).nullable(),
  contacts: z.number(),
  images: z.number(),
  /** The version of the images as publishing would show them, which publishing and deleting expect. */
  images_version: z.string(),
  documents: z.number(),
  /** Those of the public production facts that have a value. */
  production_facts: z.array(describedFact),
  primaryimage: locationImage.nullable(),
  /** Fictional, made for the demonstration. */
  sample: z.boolean(),
  /** URL slug of the published page; null if it is not published. */
  publishedurl: z.string().nullable(),
  /** Whether it may be published as it is. */
  publishing: z.object({
    problem: z.object({ message: z.string(), fields: z.record(z.string(), z.string()) }).nullable(),
    /** Parts that may stay missing because they were missing when it was last published. */
    missingParts: z.array(z.enum(MISSING_PARTS)),
  }),
  published: publishedFields.nullable(),
  /** The location that it was merged into; null unless it was. */
  merged_into: z.object({ id: z.string(), title: z.string() }).nullable(),
  submitted_at: z.string().nullable(),
  creationdate: z.string(),
  lastmodificationdate: z.string(),
});
export type LocationRecord = z.infer<typeof locationRecord>;
