import type { FacetField } from '../../locations/catalogue/schema.ts';
import { getLabel, getField } from '../../locations/catalogue/fields/lookup.ts';
import { formatValue, isSame } from '../../locations/catalogue/fields/values.ts';
import {
  MERGE_PARTS,
  type MergePart,
  OWNER,
  POSITION_FIELDS,
  listDefaultParts,
  listDefaultUnited,
  uniteValues,
} from '../../locations/merging/choices.ts';
import type { LocationRecord } from '../../locations/admin-record/schema.ts';

/** The two locations of a pair. */
export type Side = 'a' | 'b';
/** Where the value of a field comes from. */
export type MergeChoice = Side | 'both';
export type Records = Readonly<Record<Side, LocationRecord>>;

/** A field of both locations, as text; empty if it has no value. */
export interface MergeRow {
  readonly part: MergePart;
  readonly label: string;
  readonly texts: Readonly<Record<Side, string>>;
  /** The values of both, of a field of several values. */
  readonly united?: string | undefined;
  readonly isDifferent: boolean;
}

/** The subject of a row; the position is a single row. */
const ROW_PARTS = MERGE_PARTS.filter((part) => part !== 'longitude' && part !== 'map_precision');

/** The fields that at least one of two locations has, those that differ first. */
export function listMergeRows(records: Records): MergeRow[] {
  const united = new Map<MergePart, string>(
    listDefaultUnited(records.a, records.b)
      .filter((field) => [records.a, records.b].every((record) => !hasAll(record, records, field)))
      .map((field) => [field, formatValue(field, uniteValues(records.a, records.b, field))]),
  );
  const rows = ROW_PARTS.map((part): MergeRow => {
    const texts = { a: toText(part, records.a), b: toText(part, records.b) };
    return {
      part,
      label: getPartLabel(part),
      texts,
      united: united.get(part),
      isDifferent: isDifferent(part, records),
    };
  });
  return rows.filter(({ texts, isDifferent: differs }) => differs || texts.a !== '');
}

/** Returns where each field comes from by default: from both if it has several values, or else the location that stays, filled from the other. */
export function getDefaultChoices(records: Records, kept: Side): (row: MergeRow) => MergeChoice {
  const other = getOther(kept);
  const taken = new Set(listDefaultParts(records[kept], records[other]));
  for (const field of listDefaultUnited(records[kept], records[other]))
    if (hasAll(records[other], records, field)) taken.add(field);
  return ({ part, united }) => (united === undefined ? (taken.has(part) ? other : kept) : 'both');
}

/** Lists the fields that come from the other location, including all fields of the position. */
export function listTakenParts(
  rows: readonly MergeRow[],
  kept: Side,
  getChoice: (row: MergeRow) => MergeChoice,
): MergePart[] {
  const taken = rows.filter((row) => row.isDifferent && getChoice(row) === getOther(kept)).map(({ part }) => part);
  return taken.flatMap((part): readonly MergePart[] => (part === 'latitude' ? POSITION_FIELDS : [part]));
}

/** Whether one of two locations has the values of both. */
function hasAll(record: LocationRecord, { a, b }: Records, field: FacetField): boolean {
  return uniteValues(a, b, field).length === record[field].length;
}

export function getOther(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}

function isDifferent(part: MergePart, { a, b }: Records): boolean {
  if (part === OWNER) return a.owner?.id !== b.owner?.id;
  const fields = part === 'latitude' ? POSITION_FIELDS : [part];
  return fields.some((field) => !isSame(a[field], b[field]));
}

function getPartLabel(part: MergePart): string {
  if (part === OWNER) return 'Account holder';
  return part === 'latitude' ? 'Position' : getLabel(part);
}

function toText(part: MergePart, record: LocationRecord): string {
  if (part === OWNER) return record.owner ? `${record.owner.first_name} ${record.owner.last_name}` : '';
  if (part === 'latitude') {
    const { latitude, longitude, map_precision } = record;
    return latitude === null || longitude === null
      ? ''
      : `${latitude}, ${longitude} (${formatValue('map_precision', map_precision).toLowerCase()})`;
  }
  const value = record[part];
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? '' : formatValue(part, value);
}

/** Whether a field is text that is compared word by word. */
export function isTextPart(part: MergePart): boolean {
  return part !== OWNER && ['line', 'text'].includes(getField(part).kind);
}
