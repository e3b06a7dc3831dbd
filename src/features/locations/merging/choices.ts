import { FACETS, FACET_FIELDS, type FacetField } from '../catalogue/schema.ts';
import { RECORD_FIELDS, type RecordField, type RecordFields } from '../catalogue/fields/lookup.ts';

/** The choices of a merge: each field, and the owner of the location. Latitude, longitude and precision are one choice, the position. */
export const POSITION_FIELDS = ['latitude', 'longitude', 'map_precision'] as const satisfies readonly RecordField[];
const ADDRESS_FIELDS = ['address1', 'address2', 'address3', 'address4', 'postcode'] as const;
export const OWNER = 'owner';
export type MergePart = RecordField | typeof OWNER;
export const MERGE_PARTS: [MergePart, ...MergePart[]] = [OWNER, ...RECORD_FIELDS];

/** The fields of several values: those of both locations can be united. */
export const UNITED_FIELDS = FACET_FIELDS.filter((field) => FACETS[field].isMultiple) as [FacetField, ...FacetField[]];

/** The data of each location that a merge needs. */
type Mergeable = RecordFields & { readonly owner: { readonly id: string } | null };

/** Lists the fields that the remaining location takes from the other one: those that it lacks. */
export function listDefaultParts(kept: Mergeable, merged: Mergeable): MergePart[] {
  const taken = new Set<MergePart>(MERGE_PARTS.filter((part) => isEmpty(kept[part]) && !isEmpty(merged[part])));
  if (!kept.featured && merged.featured) taken.add('featured');
  if (taken.has('latitude')) for (const field of POSITION_FIELDS) taken.add(field);
  // An address that its owner keeps private must not become public with the setting of the other location.
  if (ADDRESS_FIELDS.some((field) => taken.has(field)) && !merged.address_public && kept.address_public)
    taken.add('address_public');
  return MERGE_PARTS.filter((part) => taken.has(part));
}

/** Lists the fields of which both locations have values, but not the same: by default they are united. */
export function listDefaultUnited(kept: Mergeable, merged: Mergeable): FacetField[] {
  return UNITED_FIELDS.filter((field) => {
    const united = uniteValues(kept, merged, field).length;
    return (
      !isEmpty(kept[field]) && !isEmpty(merged[field]) && united > Math.min(kept[field].length, merged[field].length)
    );
  });
}

/** Returns the values of both locations, those of the first one first. */
export function uniteValues(kept: RecordFields, merged: RecordFields, field: FacetField): string[] {
  return [...new Set([...kept[field], ...merged[field]])];
}

/** Whether latitude, longitude and precision come from the same location. */
export function isPositionWhole(parts: readonly MergePart[]): boolean {
  const taken = POSITION_FIELDS.filter((field) => parts.includes(field)).length;
  return taken === 0 || taken === POSITION_FIELDS.length;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
