import { FACET_FIELDS } from '../../../locations/catalogue/schema.ts';

/** The options of a segment and of its locations. */
export interface OptionColumns {
  /** By option: the index of its field in FACET_FIELDS. Options are sorted by field, then by name. */
  readonly optionFields: Uint8Array;
  readonly optionNames: readonly string[];
  /** The options of location `i` are `options[optionStarts[i]..optionStarts[i + 1]]`, ascending. */
  readonly optionStarts: Uint32Array;
  readonly options: Uint16Array;
}

/** By field: its first option; then the number of options. */
export function toFieldStarts(optionFields: Uint8Array): Uint32Array {
  const starts = new Uint32Array(FACET_FIELDS.length + 1);
  for (const field of optionFields) starts[field + 1]!++;
  for (let f = 0; f < FACET_FIELDS.length; f++) starts[f + 1]! += starts[f]!;
  return starts;
}
