import { z } from 'zod';
import { singleLine } from '../../../../platform/http/field-schemas.ts';
import { MAX_OPTION_LENGTH } from '../fields/field-kinds.ts';
import { FACET_FIELDS } from '../schema.ts';
import { ENTER_OPTION, OPTION_CHARACTERS } from './messages.ts';

export const facetField = z.enum(FACET_FIELDS);

/** The name of an option. Import files separate names by a bar. */
export const optionName = singleLine
  .min(1, ENTER_OPTION)
  .max(MAX_OPTION_LENGTH)
  .regex(/^[^|]*$/, OPTION_CHARACTERS);

export const listedOption = z.object({ id: z.number(), field: facetField, name: z.string() });
/** A council area of a film office, both by the id of their options. */
export const officeArea = z.object({ authority_id: z.number(), office_id: z.number() });
export type OfficeArea = z.infer<typeof officeArea>;
export type ListedOption = z.infer<typeof listedOption>;
