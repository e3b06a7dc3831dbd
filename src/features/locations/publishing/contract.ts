import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersions } from '../working-copy/schema.ts';
import { MISSING_PARTS } from './policy.ts';

const input = z.object({ id: z.uuid() });
const output = z.object({ message: z.string() });
export const publish = route('POST', '/locations/{id}/publish', {
  summary:
    'Publish a location as it stands; when it is another than `version` and `images_version` by now, it is a conflict',
  access: 'location.publish',
  input: input.extend(expectedVersions.shape),
  output: output.extend({
    /** What it lacks of what is otherwise demanded; it lacked that already when it was last published. */
    published_without: z.array(z.enum(MISSING_PARTS)),
  }),
});

export const unpublish = route('POST', '/locations/{id}/unpublish', {
  summary: 'Take a location offline',
  access: 'location.publish',
  input,
  output,
});

export const updateStatus = route('PUT', '/locations/{id}/status', {
  summary:
    'Move a location that waits for approval back to in progress; when it was sent again since `submitted_at`, it is a conflict',
  access: 'location.publish',
  input: input.extend({
    status: z.literal('DRAFT'),
    /** The expected time of submission. Without it the time is not checked. */
    submitted_at: z.iso.datetime().optional(),
  }),
  output,
});
