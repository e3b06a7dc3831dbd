import { z } from 'zod';
import { locationImage } from '../images/schema.ts';
import { contact } from '../contacts/schema.ts';
import { toForm } from '../fields/validation.ts';
import { FIELDS, type Field, type LocationField, type LocationFields } from '../fields/lookup.ts';
import { LOCATION_STATUSES, STATUSES, locationDraft, locationFields } from '../working-copy/schema.ts';

const stepForm = (name: Field['step']) =>
  toForm(
    FIELDS.filter(({ step }) => step === name),
    false,
  );

/** The steps of the wizard with their forms. Counted from 0 here, from 1 in texts. */
export const STEPS = [
  { title: 'Location information', form: stepForm('information') },
  { title: 'Location features', form: stepForm('features') },
  { title: 'Location description', form: stepForm('description') },
  { title: 'Location contacts', form: toForm([], false) },
  { title: 'Location images', form: toForm([], false) },
  { title: 'Location area', form: stepForm('area') },
] as const;
export const CONTACTS_STEP = 3;
export const IMAGES_STEP = 4;
export const LAST_STEP = STEPS.length - 1;

/** The fields of a step. */
export function getStepFields(step: number): LocationField[] {
  return Object.keys(STEPS[step]?.form.shape ?? {}) as LocationField[];
}

/** The problems that keep a step from being complete, by field. */
export function getStepProblems(step: number, fields: Partial<LocationFields>): Record<string, string> {
  const result = STEPS[step]?.form.safeParse(fields);
  const problems: Record<string, string> = {};
  for (const issue of result?.error?.issues ?? []) problems[String(issue.path[0])] ??= issue.message;
  return problems;
}

/** A location as its owner sees and edits it. */
export const ownLocation = locationFields.extend({
  id: z.string(),
  /** Of the fields: the expected version of a save. */
  version: z.number(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  contacts: z.array(contact),
  /** Of the primary contact. */
  contactid: z.string().nullable(),
  contactfullname: z.string().nullable(),
  images: z.array(locationImage),
  /** The unsaved input of its owner; null for everybody else. */
  draft: locationDraft.nullable(),
  /** URL slug of the published page; null if it is not published. */
  publishedurl: z.string().nullable(),
  submitted_at: z.string().nullable(),
  creationdate: z.string(),
  lastmodificationdate: z.string(),
});
export type OwnLocation = z.infer<typeof ownLocation>;

/** A location in the list of its owner. */
export const ownLocationCard = z.object({
  id: z.string(),
  title: z.string(),
  nearesttown: z.string(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  publishedurl: z.string().nullable(),
  primaryimage: locationImage.nullable(),
  /** Steps of the wizard that are complete. */
  complete: z.number(),
  submitted_at: z.string().nullable(),
  lastmodificationdate: z.string(),
});
export type OwnLocationCard = z.infer<typeof ownLocationCard>;

/** Geocoding result of a position or a postcode. */
export const geocodingResult = z.object({
  /** The requested position, or the approximate position of the postcode district. */
  latitude: z.number(),
  longitude: z.number(),
  nearesttown: z.string().nullable(),
  /** Options of the location fields. */
  localauthority: z.string().nullable(),
  /** The most frequent one among the published locations of that authority. */
  filmoffice: z.string().nullable(),
});
export type GeocodingResult = z.infer<typeof geocodingResult>;
