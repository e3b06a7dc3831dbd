import { COLUMN_NAMES, type Column } from './columns.ts';
import { DEFAULTS, type Value } from './schema.ts';
import { FACET_FIELDS, type FacetField, createEmptyOptions } from '../locations/catalogue/schema.ts';

export type Values = Readonly<Record<Column, Value>>;
export type OptionNames = Readonly<Record<FacetField, readonly string[]>>;

/** Every column of a working copy, and the names of its options. */
export interface ImportedLocation {
  readonly values: Values;
  readonly options: OptionNames;
}

export interface ExistingLocation extends ImportedLocation {
  readonly id: string;
  readonly status: 'NEW' | 'CHANGED' | 'LIVE';
  /** Whether it has an owner, who may have changes that are not published. */
  readonly owned: boolean;
  /** Whether it was merged into another one. */
  readonly merged: boolean;
}

/** Creates a location with the default of every column. */
export function emptyImportedLocation(id: string, at: Date): ImportedLocation {
  const blank = Object.fromEntries(COLUMN_NAMES.map((column) => [column, DEFAULTS[column] ?? null]));
  const moment = at.toISOString();
  return {
    values: { ...blank, id, creationdate: moment, lastmodificationdate: moment } as Values,
    options: createEmptyOptions(),
  };
}

export function isSameImportedLocation(a: ImportedLocation, b: ImportedLocation): boolean {
  return (
    COLUMN_NAMES.every((column) => a.values[column] === b.values[column]) &&
    FACET_FIELDS.every((field) => isSameSet(a.options[field], b.options[field]))
  );
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
