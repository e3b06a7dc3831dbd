import { type ReasonPart, REASON_PARTS } from '../../decisions/schema.ts';
import { getLabel } from '../../catalogue/fields/lookup.ts';
import { formatValue } from '../../catalogue/fields/values.ts';
import { type PublicPart, formatAddress, formatPosition, getDifferences } from '../../admin-record/differences.ts';
import { type LocationRecord, PUBLISHED_FIELDS, type PublishedField } from '../../admin-record/schema.ts';

/** A field of a submitted location beside the published one. Empty texts mean no value. */
export interface ReviewRow {
  readonly part: ReasonPart;
  readonly label: string;
  /** Null if the published version does not have the value. */
  readonly published: string | null;
  readonly submitted: string;
  readonly isChanged: boolean;
}

/** Fields that another row includes: the lines of the address are one row. */
const IN_OTHER_ROWS: ReadonlySet<ReasonPart> = new Set([
  ...(['address2', 'address3', 'address4', 'postcode'] as const),
  ...(['contacts', 'images'] as const),
]);
/** The id of the heading of the images on the page. */
export const IMAGES_ID = 'review-images';

/** Returns the id of the heading of a field on the page. */
export function getRowId(part: ReasonPart): string {
  return `review-${part}`;
}

const ADDRESS = ['address1', 'address2', 'address3', 'address4', 'postcode'] as const;

/** The fields of a submitted location, those that differ from the published version first. */
export function listReviewRows(record: LocationRecord): ReviewRow[] {
  const differences = getDifferences(record, record.published);
  const rows = REASON_PARTS.filter((part) => !IN_OTHER_ROWS.has(part)).map((part): ReviewRow => {
    const texts = getTexts(part, record);
    const isChanged = differences[toPublicPart(part) as PublicPart] !== undefined;
    return { part, isChanged, ...texts };
  });
  return rows.toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

function toPublicPart(part: ReasonPart): string {
  if (part === 'latitude') return 'position';
  return part === 'address1' ? 'address' : part;
}

function getTexts(part: ReasonPart, record: LocationRecord): Pick<ReviewRow, 'label' | 'published' | 'submitted'> {
  const { published } = record;
  if (part === 'contacts' || part === 'images') throw new Error(`${part} is not a field`);
  if (part === 'latitude') {
    return {
      label: 'Position',
      published: published && formatPosition(published, published.map_precision),
      submitted: formatPosition(record, 'exact'),
    };
  }
  if (part === 'address1') {
    const lines = ADDRESS.map((field) => record[field]).filter((line) => line !== '');
    return { label: 'Address', published: published && formatAddress(published.address), submitted: lines.join(', ') };
  }
  const isPublic = (PUBLISHED_FIELDS as readonly string[]).includes(part);
  return {
    label: getLabel(part),
    published: published && isPublic ? toText(part, published[part as PublishedField]) : null,
    submitted: toText(part, record[part]),
  };
}

function toText(part: Exclude<ReasonPart, 'contacts' | 'images'>, value: unknown): string {
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : formatValue(part, value);
}
