import { z } from 'zod';
import { LOCATION_FIELDS, TEAM_FIELDS } from '../catalogue/fields/lookup.ts';
import { getTransferSchema } from '../catalogue/fields/validation.ts';

/** How the working copy differs from the published version. */
export const STATUSES = ['NEW', 'CHANGED', 'LIVE'] as const;
export type Status = (typeof STATUSES)[number];
/** The state of the approval workflow. */
export const LOCATION_STATUSES = ['DRAFT', 'AWAITING_APPROVAL', 'PUBLISHED'] as const;
export type LocationStatus = (typeof LOCATION_STATUSES)[number];

/** Labels of the status. */
export const CONTENT_STATUS_LABELS: Readonly<Record<Status, string>> = {
  NEW: 'New (Offline)',
  CHANGED: 'Changed',
  LIVE: 'Live',
};

/** Labels of the location status. */
export const LOCATION_STATUS_LABELS: Readonly<Record<LocationStatus, string>> = {
  DRAFT: 'In progress',
  AWAITING_APPROVAL: 'Awaiting approval',
  PUBLISHED: 'Published',
};

/** The fields of the wizard in requests and responses. They are validated when they are saved. */
export const locationFields = getTransferSchema(LOCATION_FIELDS);

/** Any of these fields. Numbers and choices have the right type; text is unchecked. */
export const typedFields = locationFields.partial();
export type TypedFields = z.output<typeof typedFields>;

/** Any of the fields that only the Locations Team fills in. */
export const sentTeamFields = getTransferSchema(TEAM_FIELDS).partial();
export type SentFields = TypedFields & z.output<typeof sentTeamFields>;

/** The unsaved input of an owner. */
export const locationDraft = z.object({
  version: z.number(),
  fields: typedFields,
  /** The saved values of these fields when they were typed. */
  base_values: typedFields,
  /** ISO 8601. */
  updated_at: z.string(),
});
export type LocationDraft = z.infer<typeof locationDraft>;

/** The expected versions of the fields and the images. A different version is a conflict. */
export const expectedVersions = z
  .object({ version: z.coerce.number().int(), images_version: z.string().max(100) })
  .partial();
export type ExpectedVersions = z.output<typeof expectedVersions>;
