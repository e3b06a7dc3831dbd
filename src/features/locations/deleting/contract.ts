import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersions } from '../working-copy/schema.ts';

export const deleteLocation = route('DELETE', '/locations/{id}', {
  summary:
    'Deletes a location for ever, with its images and published version, and removes it from boards. Returns 409 if `version` or `images_version` is outdated',
  access: 'location.delete',
  input: z.object({ id: z.uuid() }).extend(expectedVersions.shape),
  output: z.object({ message: z.string() }),
});
