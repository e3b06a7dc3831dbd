import { FACET_FIELDS, type FacetField, noOptions } from '../schema.ts';
import { COLUMN_NAMES, type Column } from './schema.ts';

/** What a column holds, as JSON can write it: days as 'YYYY-MM-DD', moments as ISO 8601 in UTC. */
export type Value = string | number | boolean | null;

export type Values = Readonly<Record<Column, Value>>;
export type OptionNames = Readonly<Record<FacetField, readonly string[]>>;

/** Every column of a working copy, and the names of its options. */
export interface LocationRecord {
  readonly values: Values;
  readonly options: OptionNames;
}

/** A record of the catalogue. */
export interface ExistingLocation extends LocationRecord {
  readonly id: string;
  readonly status: 'NEW' | 'CHANGED' | 'LIVE';
  /** Whether it has an owner, who may be at work on it. */
  readonly owned: boolean;
}

/** A new location of which nothing is known yet. */
export function blankRecord(id: string, at: Date): LocationRecord {
  const empty = Object.fromEntries(COLUMN_NAMES.map((column) => [column, null])) as Record<Column, Value>;
  const moment = at.toISOString();
  const defaults = { title: '', address_public: false, featured: false, sample: false, map_precision: 'exact' };
  return {
    values: { ...empty, ...defaults, id, creationdate: moment, lastmodificationdate: moment },
    options: noOptions(),
  };
}

export function isSameRecord(a: LocationRecord, b: LocationRecord): boolean {
  return (
    COLUMN_NAMES.every((column) => a.values[column] === b.values[column]) &&
    FACET_FIELDS.every((field) => isSameSet(a.options[field], b.options[field]))
  );
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
