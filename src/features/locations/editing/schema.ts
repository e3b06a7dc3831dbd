import { z } from 'zod';
import { locationImage } from './images/schema.ts';
import { contact } from './contacts/schema.ts';
import { toForm } from '../catalogue/fields/validation.ts';
import { FIELDS, type LocationField, type LocationFields } from '../catalogue/fields/lookup.ts';
import { openReasons } from '../decisions/schema.ts';
import { openTask } from '../owner-tasks/schema.ts';
import { STEP_NAMES, STEP_TITLES, type StepName } from '../catalogue/fields/wizard-steps.ts';
import { LOCATION_STATUSES, STATUSES, locationDraft, locationFields } from '../working-copy/schema.ts';

const stepForm = (name: StepName) =>
  toForm(
    FIELDS.filter(({ step }) => step === name),
    false,
  );

/** The steps of the wizard with their forms. Counted from 0 here, from 1 in texts. */
export const STEPS = STEP_NAMES.map((name) => ({ title: STEP_TITLES[name], form: stepForm(name) }));
export const CONTACTS_STEP = STEP_NAMES.indexOf('contacts');
export const IMAGES_STEP = STEP_NAMES.indexOf('images');
export const LAST_STEP = STEPS.length - 1;
/** The optional step after the last one: the production facts, which are saved on their own. */
export const FACTS_STEP = STEPS.length;

/** Returns the title of a step. */
export function getStepTitle(step: number): string | undefined {
  return step === FACTS_STEP ? 'Production facts' : STEPS[step]?.title;
}

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
  /** The version of the fields, which a save expects. */
  version: z.number(),
  status: z.enum(STATUSES),
  location_status: z.enum(LOCATION_STATUSES),
  contacts: z.array(contact),
  /** The id of the primary contact. */
  contactid: z.string().nullable(),
  contactfullname: z.string().nullable(),
  images: z.array(locationImage),
  /** The unsaved input of its owner; null for everyone else. */
  draft: locationDraft.nullable(),
  /** The changes that the Locations Team has requested since it returned the location; null if none. */
  returned: openReasons.nullable(),
  /** The open tasks, the oldest first. */
  tasks: z.array(openTask),
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
  /** Number of things that the Locations Team asks for: reasons for its return, and tasks. */
  asked: z.number(),
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
