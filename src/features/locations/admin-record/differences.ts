import { toPublicPosition } from '../catalogue/published/public-position.ts';
import { type LocationRecord, PUBLISHED_FIELDS, type PublishedField, type PublishedFields } from './schema.ts';
import { type RecordFields, getLabel } from '../catalogue/fields/lookup.ts';
import { formatValue, isUnchanged } from '../catalogue/fields/values.ts';
import { postcode } from '../catalogue/fields/postcode.ts';
import { compareFacts } from '../catalogue/production-facts/compare-facts.ts';
import type { MapPrecision } from '../../geography/schema.ts';

/** The fields of a location that are compared with the published version. The position counts as one field, and so does the address. */
export type PublicPart = PublishedField | 'position' | 'address';

/** A field that differs from the published version. */
export interface Difference {
  /** Values as text. */
  readonly published: string;
  /** The value that publishing would set, as text. */
  readonly now: string;
  /** The fields that restore the published value; null if it cannot be known from the published version. */
  readonly restore: Partial<RecordFields> | null;
}
export type Differences = Readonly<Partial<Record<PublicPart, Difference>>>;

const ADDRESS = ['address1', 'address2', 'address3', 'address4'] as const;

/** The fields that publishing would change, except images. Empty while no version is online. */
export function getDifferences(fields: RecordFields, published: PublishedFields | null): Differences {
  if (!published) return {};
  const found: Partial<Record<PublicPart, Difference>> = {};
  for (const part of PUBLISHED_FIELDS) {
    if (!isUnchanged(fields[part], published[part]))
      found[part] = {
        published: formatValue(part, published[part]),
        now: formatValue(part, fields[part]),
        restore: { [part]: published[part] },
      };
  }
  const position = getPositionDifference(fields, published);
  if (position) found.position = position;
  const address = getAddressDifference(fields, published);
  if (address) found.address = address;
  return found;
}

function getPositionDifference(fields: RecordFields, published: PublishedFields): Difference | undefined {
  const { map_precision } = published;
  // Compares the public positions, so that a change of the precision alone is one difference instead of two.
  const now =
    fields.latitude === null || fields.longitude === null
      ? null
      : toPublicPosition({ latitude: fields.latitude, longitude: fields.longitude }, map_precision);
  const { latitude, longitude } = published;
  if (latitude === (now?.latitude ?? null) && longitude === (now?.longitude ?? null)) return undefined;
  const texts = { published: formatPosition(published, map_precision), now: formatPosition(now, map_precision) };
  if (latitude === null || longitude === null) return { ...texts, restore: { latitude: null, longitude: null } };
  // The centre of the public area is not the position of the location.
  return { ...texts, restore: map_precision === 'exact' ? { latitude, longitude } : null };
}

/** The public position as text. */
export function formatPosition(
  position: Pick<PublishedFields, 'latitude' | 'longitude'> | null,
  precision: MapPrecision,
): string {
  const { latitude = null, longitude = null } = position ?? {};
  if (latitude === null || longitude === null) return 'Nothing';
  if (precision === 'exact') return `${latitude}, ${longitude}`;
  return `An area around ${latitude.toFixed(3)}, ${longitude.toFixed(3)}`;
}

function getAddressDifference(fields: RecordFields, { address }: PublishedFields): Difference | undefined {
  const lines = [...ADDRESS, 'postcode' as const].map((field) => fields[field].trim()).filter((line) => line !== '');
  const now = fields.address_public ? lines : [];
  if (JSON.stringify(now) === JSON.stringify(address)) return undefined;
  const texts = { published: formatAddress(address), now: formatAddress(now) };
  if (address.length === 0) return { ...texts, restore: { address_public: false } };
  const last = address.at(-1) ?? '';
  const hasPostcode = postcode.safeParse(last).success;
  const upper = hasPostcode ? address.slice(0, -1) : address;
  const restore = Object.fromEntries(ADDRESS.map((field, index) => [field, upper[index] ?? '']));
  return { ...texts, restore: { ...restore, postcode: hasPostcode ? last : '', address_public: true } };
}

/** The lines of a published address as text. */
export function formatAddress(lines: readonly string[]): string {
  return lines.join(', ') || 'Not shown';
}

/** The production facts that publishing would change. Empty while no version is online. */
export function getFactDifferences(
  record: Pick<LocationRecord, 'production_facts' | 'published'>,
): readonly FactDifference[] {
  const { published, production_facts: now } = record;
  if (!published) return [];
  return compareFacts(published.production_facts, now).map(({ label, before, after }) => ({
    label,
    published: before || 'Nothing',
    now: after || 'Nothing',
  }));
}

/** A production fact that differs from the published version. */
export interface FactDifference extends Pick<Difference, 'published' | 'now'> {
  readonly label: string;
}

/** The label of a field in a list of changes. */
export function getPartLabel(part: PublicPart): string {
  if (part === 'position') return 'Position';
  return part === 'address' ? 'Address' : getLabel(part);
}
