import { type ImageState, getImagesProblem } from '../editing/images/image-requirements.ts';
import { getLabel, getRequiredMessage } from '../catalogue/fields/lookup.ts';
import { FACET_FIELDS, type FacetField } from '../catalogue/schema.ts';
import { BEING_DELETED, MANDATORY_FIELDS } from '../messages.ts';

/** The requirements of publishing besides a title, in the order of messages. */
export const MISSING_PARTS = ['address1', ...FACET_FIELDS, 'images'] as const;
export type MissingPart = (typeof MISSING_PARTS)[number];

/** The data of a location that decides whether it may be published. */
export interface PublishableLocation {
  readonly title: string;
  readonly address1: string | null;
  readonly options: ReadonlySet<FacetField>;
  readonly images: readonly ImageState[];
  /** Whether the account of its owner was deleted: the location waits for its deletion, in batches. */
  readonly owner_deleted: boolean;
  /** The requirements that were missing when it was last published. */
  readonly published_without: readonly string[];
}

/** Whether a location may be published. */
interface Publishability {
  /** Why it may not; null if it may. */
  readonly problem: { readonly message: string; readonly fields: Readonly<Record<string, string>> } | null;
  /** Missing requirements that are allowed to be missing. */
  readonly missingParts: MissingPart[];
}

/**
 * The mandatory fields must be filled and the images valid, but requirements that were missing when the location was last published may be
 * missing again. Imports publish places as they were in the legacy system, where many fields were never filled in; without the exception
 * nobody could correct such a place. It always needs a title, and its images must be valid.
 */
export function getPublishability(location: PublishableLocation): Publishability {
  if (location.owner_deleted) return { problem: { message: BEING_DELETED, fields: {} }, missingParts: [] };
  const missingParts = getMissingParts(location).filter((part) => location.published_without.includes(part));
  const allowed = new Set<string>(missingParts);
  const fields = Object.fromEntries(
    Object.entries(getMissingFields(location)).filter(([field]) => !allowed.has(field)),
  );
  if (Object.keys(fields).length > 0) return { problem: { message: MANDATORY_FIELDS, fields }, missingParts };
  const message = allowed.has('images') ? undefined : getImagesProblem(location.images);
  return { problem: message === undefined ? null : { message, fields: { images: message } }, missingParts };
}

/** The missing requirements of publishing, besides a title. */
export function getMissingParts({
  address1,
  options,
  images,
}: Pick<PublishableLocation, 'address1' | 'options' | 'images'>): MissingPart[] {
  return MISSING_PARTS.filter((part) => {
    if (part === 'address1') return !address1;
    return part === 'images' ? images.length === 0 : !options.has(part);
  });
}

/** Labels of missing requirements, such as ‘Address 1, Condition’. */
export function formatMissingParts(parts: readonly MissingPart[]): string {
  return parts.map(getPartLabel).join(', ');
}

function getPartLabel(part: MissingPart): string {
  return part === 'images' ? 'Images' : getLabel(part);
}

/** Messages by field for what is missing; empty when the location may be published. */
function getMissingFields({
  title,
  address1,
  options,
}: Pick<PublishableLocation, 'title' | 'address1' | 'options'>): Readonly<Record<string, string>> {
  const missing = [
    ...(title ? [] : ['title' as const]),
    ...(address1 ? [] : ['address1' as const]),
    ...FACET_FIELDS.filter((field) => !options.has(field)),
  ];
  return Object.fromEntries(missing.map((field) => [field, getRequiredMessage(field) ?? '']));
}
