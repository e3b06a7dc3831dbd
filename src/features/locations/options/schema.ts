import { z } from 'zod';
import { singleLine } from '../../../platform/field-schemas.ts';
import { MAX_OPTION_LENGTH } from '../field-definition.ts';
import { FACET_FIELDS } from '../schema.ts';

export const facetField = z.enum(FACET_FIELDS);

/** What an option may be called. Files that are imported part several names by a bar. */
export const optionName = singleLine
  .min(1, 'Give it a name.')
  .max(MAX_OPTION_LENGTH)
  .regex(/^[^|]*$/, 'A name cannot contain the character |.');

export const listedOption = z.object({ id: z.number(), field: facetField, name: z.string() });
export type ListedOption = z.infer<typeof listedOption>;
