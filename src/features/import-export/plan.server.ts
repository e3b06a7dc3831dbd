import { randomUUID } from 'node:crypto';
import { getDisplayTitle } from '../locations/catalogue/display-title.ts';
import type { UrlRegistry } from '../locations/working-copy/page-urls/queries.server.ts';
import type { CheckedFile, CheckedRow } from './check-file.ts';
import type { OptionLookup } from './option-lookup.ts';
import {
  type ExistingLocation,
  type ImportedLocation,
  type OptionNames,
  type Values,
  emptyImportedLocation,
  isSameImportedLocation,
} from './imported-location.ts';
import type { ImportColumn } from './columns.ts';
import type { Finding } from './schema.ts';
import { findLocalAuthority, isInRegion } from '../geography/boundaries/queries.server.ts';
import { findTown } from '../geography/gazetteer/nearest-town.queries.server.ts';
import type { Position } from '../geography/schema.ts';
import { FACET_FIELDS, type FacetField } from '../locations/catalogue/schema.ts';
import { getRequiredMessage } from '../locations/catalogue/fields/lookup.ts';
import { ENTER_BOTH_COORDINATES } from '../locations/messages.ts';
import {
  ENTER_LEGACY_ID,
  farFromCoast,
  legacyIdOfAnother,
  mergedLocation,
  outsideRegion,
  sameLocation,
  unknownAuthority,
} from './messages.ts';

interface Catalogue {
  /** The locations that match rows of the file. */
  readonly existing: readonly ExistingLocation[];
  readonly options: OptionLookup;
  readonly urlRegistry: UrlRegistry;
  /** Lines of the rows before these ones, by the location that they are about. Rows are added. */
  readonly lines?: Map<string, number>;
}

export interface PlannedLocation {
  readonly row: CheckedRow;
  /** The line in the file. */
  readonly line: number;
  readonly record: ImportedLocation;
  readonly change: 'added' | 'updated' | 'unchanged';
  readonly publish: boolean;
  /** Whether the import would put it outside the region. */
  readonly isOutside: boolean;
}

/** The effect of importing a row. */
export function getRowResult({ change, publish }: PlannedLocation): 'NEW' | 'CHANGED' | 'SAME' {
  if (change === 'added') return 'NEW';
  return change === 'updated' || publish ? 'CHANGED' : 'SAME';
}

/** The outcome of an import. If there is any problem, nothing is imported. */
export interface Plan {
  readonly locations: readonly PlannedLocation[];
  readonly problems: readonly Finding[];
  readonly warnings: readonly Finding[];
}

interface Settings {
  readonly at: Date;
  /** Whether locations flagged for the website are also published when they are offline or have unpublished changes. */
  readonly republish: boolean;
  /** Whether a new location needs a legacy id, so that the next import of the same file finds it. */
  readonly needsLegacyId: boolean;
  /** Whether rows of locations that exist change nothing. */
  readonly addsOnly?: boolean;
}

/** Compares a file with the catalogue. */
export function planImport(file: CheckedFile, catalogue: Catalogue, settings: Settings): Plan {
  const problems: Finding[] = [];
  const warnings = new Map<string, Finding>();
  const problem = (line: number, target: ImportColumn, message: string) =>
    void problems.push({ line, column: file.headings.get(target) ?? null, message });
  const warn = (message: string, line: number | null = null) =>
    void warnings.set(`${line} ${message}`, { line, column: null, message });

  const matches = matchRows(file.rows, catalogue, settings, problem).filter(({ row, existing }) => {
    if (!existing?.merged) return true;
    warn(mergedLocation(getDisplayTitle(String(existing.values.title))), row.line);
    return false;
  });
  const merged = matches.map((match) => merge(match, catalogue, settings, problem, warn));
  // Claims requested URLs before others are generated from titles.
  for (const location of merged.filter((location) => needsUrl(location, settings))) {
    const problemWithUrl = catalogue.urlRegistry.claim(String(location.values.locationurl), location.id);
    if (problemWithUrl) problem(location.row.line, 'locationurl', problemWithUrl);
  }
  return {
    locations: merged.map((location) => toPlannedLocation(location, catalogue.urlRegistry, settings)),
    problems,
    warnings: [...warnings.values()],
  };
}

type Report = (line: number, target: ImportColumn, message: string) => void;

interface Match {
  readonly row: CheckedRow;
  readonly id: string;
  readonly existing: ExistingLocation | undefined;
}

/** Finds the location of each row, by its id or else by its legacy id. */
function matchRows(
  rows: readonly CheckedRow[],
  { existing, lines = new Map<string, number>() }: Pick<Catalogue, 'existing' | 'lines'>,
  { needsLegacyId }: Settings,
  problem: Report,
): Match[] {
  const byId = new Map(existing.map((location) => [location.id, location]));
  const byLegacyId = new Map(existing.map((location) => [location.values.locationidentifier, location]));
  return rows.map((row) => {
    const { id, locationidentifier: legacyId } = row.values;
    const sameId = byId.get(String(id));
    const sameLegacyId = typeof legacyId === 'number' ? byLegacyId.get(legacyId) : undefined;
    const found = sameId ?? sameLegacyId;
    const match = { row, existing: found, id: found?.id ?? String(id ?? row.newId ?? randomUUID()) };
    const keys = legacyId === undefined ? [match.id] : [match.id, `legacy ${String(legacyId)}`];
    const earlier = keys.map((key) => lines.get(key)).find((line) => line !== undefined);
    const conflict = needsLegacyId && lacksKey(row) ? ENTER_LEGACY_ID : describeConflict(sameId, sameLegacyId, earlier);
    if (conflict) problem(row.line, 'locationidentifier', conflict);
    for (const key of keys) lines.set(key, row.line);
    return match;
  });
}

/** Whether nothing in the row tells which location it is about. */
function lacksKey({ values, rejected }: CheckedRow): boolean {
  return values.id === undefined && values.locationidentifier === undefined && !rejected.includes('locationidentifier');
}

function describeConflict(
  sameId: ExistingLocation | undefined,
  sameLegacyId: ExistingLocation | undefined,
  earlier: number | undefined,
): string | undefined {
  if (sameId && sameLegacyId && sameId !== sameLegacyId) {
    return legacyIdOfAnother(getDisplayTitle(String(sameLegacyId.values.title)));
  }
  return earlier === undefined ? undefined : sameLocation(earlier);
}

interface Merged extends Match {
  readonly values: Values;
  readonly options: OptionNames;
  readonly isOutside: boolean;
}

/** Overwrites the location with the row, and derives town and authority from the position where both lack them. */
function merge(
  match: Match,
  catalogue: Catalogue,
  settings: Settings,
  problem: Report,
  warn: (message: string, line?: number) => void,
): Merged {
  const { row, id, existing } = match;
  if (existing && settings.addsOnly)
    return { ...match, values: existing.values, options: existing.options, isOutside: false };
  const before = existing ?? emptyImportedLocation(id, settings.at);
  const values = { ...before.values, ...row.values, id };
  const options = { ...before.options, ...findOptions(row, catalogue.options, problem) };
  reportIncomplete(match, values, settings, problem);
  const position = getPosition(values);
  const isOutside = position !== undefined && !isInRegion(position);
  if (position) {
    if (isOutside) {
      const swapped = { latitude: position.longitude, longitude: position.latitude };
      warn(outsideRegion(isInRegion(swapped)), row.line);
    }
    values.nearesttown ??= findTown(position);
    if (options.localauthority.length === 0) {
      options.localauthority = findAuthority(position, catalogue, warn);
      if (!isOutside && findLocalAuthority(position) === null) warn(farFromCoast(), row.line);
    }
  }
  const isMoved = before.values.latitude !== values.latitude || before.values.longitude !== values.longitude;
  return { ...match, values, options, isOutside: isOutside && isMoved };
}

function reportIncomplete({ row, existing }: Match, values: Values, settings: Settings, problem: Report): void {
  const { line, rejected } = row;
  // A location that was saved without a title can be imported unchanged, but not published.
  const needsTitle = existing
    ? shouldPublish(values, existing, settings)
    : values.exporttowebsite === true || !row.values.id;
  if (!values.title && needsTitle && !rejected.includes('title'))
    problem(line, 'title', getRequiredMessage('title') ?? '');
  const hasHalfPosition = (values.latitude === null) !== (values.longitude === null);
  if (hasHalfPosition && !rejected.includes('latitude') && !rejected.includes('longitude')) {
    problem(line, 'latitude', ENTER_BOTH_COORDINATES);
  }
}

function findOptions(
  row: CheckedRow,
  lookup: OptionLookup,
  problem: Report,
): Partial<Record<FacetField, readonly string[]>> {
  const found: Partial<Record<FacetField, readonly string[]>> = {};
  for (const field of FACET_FIELDS) {
    const names = row.options[field]?.flatMap((name) => {
      const option = lookup.find(field, name);
      if (option === undefined) problem(row.line, field, lookup.describeMissing(field, name));
      return option === null ? [] : [option ?? name];
    });
    if (names) found[field] = [...new Set(names)];
  }
  return found;
}

function getPosition({ latitude, longitude }: Values): Position | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? { latitude, longitude } : undefined;
}

function findAuthority(position: Position, catalogue: Catalogue, warn: (message: string) => void): readonly string[] {
  const name = findLocalAuthority(position);
  if (name === null) return [];
  const option = catalogue.options.find('localauthority', name);
  if (option === undefined) warn(unknownAuthority(name));
  return option ? [option] : [];
}

/** Whether the location gets a URL that is not reserved for it yet. */
function needsUrl({ existing, values }: Merged, settings: Settings): boolean {
  if (values.locationurl === null) return false;
  return existing?.values.locationurl !== values.locationurl || shouldPublish(values, existing, settings);
}

function toPlannedLocation(
  { row, existing, values, options, isOutside }: Merged,
  urlRegistry: UrlRegistry,
  settings: Settings,
): PlannedLocation {
  const { line } = row;
  if (!existing) {
    const locationurl = values.locationurl ?? urlRegistry.assign(String(values.title), String(values.id));
    return {
      row,
      line,
      record: { values: { ...values, locationurl }, options },
      change: 'added',
      publish: values.exporttowebsite === true,
      isOutside,
    };
  }
  const publish = shouldPublish(values, existing, settings);
  if (isSameImportedLocation({ values, options }, existing))
    return {
      row,
      line,
      record: existing,
      change: 'unchanged',
      publish: publish && existing.status !== 'LIVE',
      isOutside,
    };
  const lastmodificationdate = row.values.lastmodificationdate ?? settings.at.toISOString();
  return {
    row,
    line,
    record: { values: { ...values, lastmodificationdate }, options },
    change: 'updated',
    publish,
    isOutside,
  };
}

/**
 * Locations that the legacy system publishes are published here too. Edits that wait for approval, and locations that the Locations
 * Team took offline, are published only with `republish`, and only without an owner, who may have changed them.
 */
function shouldPublish(values: Values, before: ExistingLocation, { republish, addsOnly }: Settings): boolean {
  if (values.exporttowebsite !== true || addsOnly) return false;
  if (before.status === 'LIVE' || (republish && !before.owned)) return true;
  return before.status === 'NEW' && before.values.exporttowebsite !== true;
}
