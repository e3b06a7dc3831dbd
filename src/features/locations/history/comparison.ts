import type { Position } from '../../geography/schema.ts';
import { formatPerson } from '../../entry-subjects/schema.ts';
import { getField, getLabel, type RecordField } from '../catalogue/fields/lookup.ts';
import { formatValue } from '../catalogue/fields/values.ts';
import { compareFacts } from '../catalogue/production-facts/compare-facts.ts';
import { listChangedFields, withoutDeletedOptions } from './changed-parts.ts';
import {
  ACTION_LABELS,
  type ListedRevision,
  ORIGIN_LABELS,
  type RevisionContent,
  type RevisionImage,
} from './schema.ts';

type Fields = RevisionContent['fields'];

/** A field or the position, with the values of two versions as text. */
export interface FieldChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether it is text that is compared word by word. */
  readonly isText: boolean;
  /** Both positions, where it is the position and both have one. */
  readonly positions?: { readonly before: Position; readonly after: Position };
}

/** A centimetre. */
const DECIMALS = 7;
const TEXT_KINDS: ReadonlySet<string> = new Set(['line', 'text']);

/** The fields that differ between two versions; latitude and longitude are one, the position. */
export function listFieldChanges(before: Fields, after: Fields): FieldChange[] {
  const changed = listChangedFields(before, after);
  const changes = changed
    .filter((field) => !isCoordinate(field))
    .map((field) => ({
      label: getLabel(field),
      before: toText(field, before[field]),
      after: toText(field, after[field]),
      isText: TEXT_KINDS.has(getField(field).kind),
    }));
  return changed.some(isCoordinate) ? [...changes, getPositionChange(before, after)] : changes;
}

function getPositionChange(before: Fields, after: Fields): FieldChange {
  const positions = [before, after].map(toPosition);
  const [from, to] = positions;
  return {
    label: 'Position',
    before: formatCoordinates(from),
    after: formatCoordinates(to),
    isText: false,
    ...(from && to && { positions: { before: from, after: to } }),
  };
}

/** The production facts that differ between two versions. */
export function listFactChanges(before: FactTexts, after: FactTexts): FieldChange[] {
  const changes = compareFacts(before.production_facts ?? [], after.production_facts ?? []);
  return changes.map((change) => ({ ...change, isText: false }));
}
type FactTexts = Pick<RevisionContent, 'production_facts'>;

/** Whether restoring a version would change nothing: what is deleted stays deleted, and images added since stay, as the last ones. */
export function isRestoringPointless(version: RevisionContent, latest: RevisionContent): boolean {
  const images = version.images.filter(({ isDeleted, isMoved }) => !isDeleted && !isMoved);
  const present = latest.images.slice(0, images.length);
  return (
    listChangedFields(latest.fields, withoutDeletedOptions(version)).length === 0 &&
    (version.production_facts === null || listFactChanges(latest, version).length === 0) &&
    toComparableImages(images) === toComparableImages(present) &&
    images.every(({ primary }, index) => !primary || present[index]!.primary)
  );
}

/** Images in their order with all that is restored, except which one is the primary one. */
export function toComparableImages(images: readonly RevisionImage[]): string {
  return JSON.stringify(
    images.map(({ id, alt, caption, credit, licence, focal }) => [id, alt, caption, credit, licence, focal.x, focal.y]),
  );
}

/** The fields of a version that are filled in. */
export function listValues(fields: Fields): { label: string; value: string }[] {
  const names = (Object.keys(fields) as RecordField[]).filter((field) => !isCoordinate(field));
  const values = names.map((field) => ({ label: getLabel(field), value: toText(field, fields[field]) }));
  return [...values, { label: 'Position', value: formatCoordinates(toPosition(fields)) }].filter(
    ({ value }) => value !== '',
  );
}

/** Describes the event of a version, such as 'Restored version 3'. */
export function formatAction({ action, restored_number }: ListedRevision | RevisionContent): string {
  return restored_number === null ? ACTION_LABELS[action] : `${ACTION_LABELS[action]} version ${restored_number}`;
}

/** Summarises the changes of a version for a list: up to three fields, and the images. */
export function formatChanges({
  fields,
  images,
  production_facts,
}: Pick<ListedRevision, 'fields' | 'images' | 'production_facts'>): string {
  const labels = fields
    .filter((field) => field !== 'longitude')
    .map((field) => (isCoordinate(field) ? 'Position' : getLabel(field)));
  const names = [...labels, ...(production_facts ? ['Production facts'] : []), ...(images ? ['Images'] : [])];
  const more = names.length - MAX_NAMES;
  return more > 1 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ');
}

const MAX_NAMES = 3;

/** Describes the author and origin of a version, such as 'by Ailsa Munro in the back office'. */
export function formatAuthor({ author, origin }: Pick<ListedRevision, 'author' | 'origin'>): string {
  return [author && `by ${formatPerson(author)}`, ORIGIN_LABELS[origin]].filter(Boolean).join(', ');
}

function isCoordinate(field: RecordField): boolean {
  return field === 'latitude' || field === 'longitude';
}

function toPosition({ latitude, longitude }: Fields): Position | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

function formatCoordinates(position: Position | undefined): string {
  if (!position) return '';
  const [latitude, longitude] = [position.latitude, position.longitude].map((degrees) =>
    Number(degrees.toFixed(DECIMALS)),
  );
  return `${latitude}, ${longitude}`;
}

function toText(field: RecordField, value: unknown): string {
  const isEmpty = value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : formatValue(field, value);
}
