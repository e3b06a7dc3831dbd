import { formatDay } from '../../../platform/text/dates.ts';
import { FACET_FIELDS } from '../../locations/catalogue/schema.ts';
import type { ImportedLocation } from '../imported-location.ts';
import { COLUMN_NAMES, type Column } from '../columns.ts';
import { DEFAULTS, type Value } from '../schema.ts';
import { type RowChange, getColumnLabel } from './schema.ts';

/** Characters of a value in the report; the history of the location has all. */
const MAX_LENGTH = 300;
/** Columns that every import sets or that identify the location. */
const NOT_REPORTED: ReadonlySet<Column> = new Set<Column>(['id', 'lastmodificationdate']);

/** Lists what differs between a location, if it exists, and what its row makes of it. */
export function listChanges(before: ImportedLocation | undefined, after: ImportedLocation): RowChange[] {
  const columns = COLUMN_NAMES.filter((column) => !NOT_REPORTED.has(column)).flatMap((column): RowChange[] => {
    const former = before ? before.values[column] : (DEFAULTS[column] ?? null);
    const value = after.values[column];
    const isReported = former !== value && !(before === undefined && column === 'creationdate');
    return isReported ? [{ field: getColumnLabel(column), before: format(former), after: format(value) }] : [];
  });
  const facets = FACET_FIELDS.flatMap((field): RowChange[] => {
    const former = (before?.options[field] ?? []).toSorted().join(', ');
    const names = after.options[field].toSorted().join(', ');
    return former === names ? [] : [{ field: getColumnLabel(field), before: cut(former), after: cut(names) }];
  });
  return [...columns, ...facets];
}

function format(value: Value): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value ?? '');
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? formatDay(text) : cut(text);
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
