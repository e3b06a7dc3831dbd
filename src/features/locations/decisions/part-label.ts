import { getOwnerLabel } from '../catalogue/fields/lookup.ts';
import type { ReasonPart } from './schema.ts';

/** The label of a field or section of a location for its owner. */
export function getReasonLabel(part: ReasonPart): string {
  if (part === 'latitude') return 'Position on the map';
  if (part === 'contacts') return 'Contacts';
  return part === 'images' ? 'Images' : getOwnerLabel(part);
}
