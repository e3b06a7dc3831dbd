import { z } from 'zod';
import { singleLine } from '../../../platform/field-schemas.ts';
import { MAX_OPTION_LENGTH } from '../field-kinds.ts';
import { FACET_FIELDS } from '../schema.ts';
import { ENTER_OPTION, OPTION_CHARACTERS } from '../messages.ts';

export const facetField = z.enum(FACET_FIELDS);

/** The name of an option. Import files separate names by a bar. */
export const optionName = singleLine
  .min(1, ENTER_OPTION)
  .max(MAX_OPTION_LENGTH)
  .regex(/^[^|]*$/, OPTION_CHARACTERS);

export const listedOption = z.object({ id: z.number(), field: facetField, name: z.string() });
export type ListedOption = z.infer<typeof listedOption>;
