import { getOwnerLabel } from '../catalogue/fields/lookup.ts';
import type { ReasonPart } from './schema.ts';

/** What an owner reads for a part of a location. */
export function getReasonLabel(part: ReasonPart): string {
  if (part === 'latitude') return 'Position on the map';
  if (part === 'contacts') return 'Contacts';
  return part === 'images' ? 'Images' : getOwnerLabel(part);
}
