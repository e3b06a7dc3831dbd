import { z } from 'zod';
import { ADDING_RATE, route } from '../../../platform/http/contract.ts';
import { expectedVersions } from '../working-copy/schema.ts';
import { MERGE_PARTS, UNITED_FIELDS } from './choices.ts';

export const mergeLocation = route('POST', '/locations/{id}/merge', {
  summary:
    'Merges another location into this one: boards, enquiries, images, documents and URLs of the other lead to this one. Returns 409 if one of them has changed, awaits approval, or has an unsaved draft',
  access: 'location.merge',
  input: z
    .object({ id: z.uuid() })
    .extend(expectedVersions.shape)
    .extend({
      other_id: z.uuid(),
      other_version: expectedVersions.shape.version,
      other_images_version: expectedVersions.shape.images_version,
      /** The fields taken from the other location; by default those that this one lacks. */
      parts: z.array(z.enum(MERGE_PARTS)).max(MERGE_PARTS.length).optional(),
      /** The fields that get the values of both locations, instead of `parts`; by default, without `parts`, those of several values. */
      united: z.array(z.enum(UNITED_FIELDS)).max(UNITED_FIELDS.length).optional(),
    }),
  output: z.object({ message: z.string() }),
  limit: ADDING_RATE,
});
