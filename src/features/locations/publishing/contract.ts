import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { returnReasons } from '../decisions/schema.ts';
import { expectedVersions } from '../working-copy/schema.ts';
import { MISSING_PARTS } from './publishability.ts';

const input = z.object({ id: z.uuid() });
const output = z.object({ message: z.string() });
export const publish = route('POST', '/locations/{id}/publish', {
  summary: 'Publishes a location. Returns 409 if `version` or `images_version` is outdated',
  access: 'location.publish',
  input: input.extend(expectedVersions.shape),
  output: output.extend({
    /** Requirements that are missing, and were missing when it was last published. */
    published_without: z.array(z.enum(MISSING_PARTS)),
  }),
  limit: ADDING_RATE,
});

export const unpublish = route('POST', '/locations/{id}/unpublish', {
  summary: 'Takes a location offline',
  access: 'location.publish',
  input,
  output,
  limit: ADDING_RATE,
});

export const updateStatus = route('PUT', '/locations/{id}/status', {
  summary:
    'Moves a location that waits for approval back to in progress, with the reasons for its owner. Returns 409 if it was submitted again since `submitted_at`',
  access: 'location.publish',
  input: input.extend(returnReasons.shape).extend({
    status: z.literal('DRAFT'),
    /** The expected time of submission. Without it the time is not checked. */
    submitted_at: z.iso.datetime().optional(),
  }),
  output,
  limit: ADDING_RATE,
});
