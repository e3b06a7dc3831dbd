import { z } from 'zod';
import { route } from '../../../platform/http/contract.ts';
import { expectedVersions } from '../working-copy/schema.ts';

export const deleteLocation = route('DELETE', '/locations/{id}', {
  summary:
    'Delete a location for good, with its images, its published version and its places on boards; when it is another than `version` and `images_version` by now, it is a conflict',
  access: 'location.delete',
  input: z.object({ id: z.uuid() }).extend(expectedVersions.shape),
  output: z.object({ message: z.string() }),
});
