import { z } from 'zod';
import { FACET_FIELDS, MAX_OPTION_LENGTH } from '../locations/catalogue/schema.ts';

const optionName = z.string().min(1).max(MAX_OPTION_LENGTH);

/** Options instead of names that the lists do not have; null leaves such a name out. */
export const optionReplacements = z
  .array(z.object({ field: z.enum(FACET_FIELDS), name: optionName, option: optionName.nullable() }))
  .max(1_000);
export type OptionReplacements = z.infer<typeof optionReplacements>;

/** The same as a file: options by field and name. */
export const replacementsByField = z.partialRecord(z.enum(FACET_FIELDS), z.record(optionName, optionName.nullable()));
