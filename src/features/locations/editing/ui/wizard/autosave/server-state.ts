import type { LocationDraft, TypedFields } from '../../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../schema.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../../../catalogue/fields/lookup.ts';
import { type MergedFields, mergeFields } from '../../../../catalogue/fields/merge-fields.ts';
import { getEmptyFields, isSame } from '../../../../catalogue/fields/values.ts';

/** The location as saved on the server: the working copy, which does not exist for a new draft, and the draft based on it. */
export interface ServerState {
  readonly location: OwnLocation | null;
  readonly draft: LocationDraft | null;
  /** The initial values of a new location, such as the telephone number of the account. */
  readonly start?: TypedFields;
}

/** Returns the fields of the working copy; for a new draft the initial values. */
export function getSavedFields({ location, draft, start }: ServerState): LocationFields {
  if (location) return pickFields(location, LOCATION_FIELDS) as unknown as LocationFields;
  return { ...getEmptyFields(LOCATION_FIELDS), ...start, ...draft?.base_values } as LocationFields;
}

/** Returns the fields of the draft on top of the saved ones. */
export function getServerFields(serverState: ServerState): LocationFields {
  return { ...getSavedFields(serverState), ...serverState.draft?.fields } as LocationFields;
}

/** Returns fields of the draft that somebody has saved with another value since. */
function getOutdatedFields(serverState: ServerState): LocationField[] {
  if (!serverState.draft) return [];
  const { fields, base_values } = serverState.draft as unknown as Record<'fields' | 'base_values', LocationFields>;
  const saved = getSavedFields(serverState);
  return LOCATION_FIELDS.filter((field) => field in fields).filter(
    (field) => !isSame(base_values[field], saved[field]) && !isSame(fields[field], saved[field]),
  );
}

/** Returns the fields whose values differ. */
export function getDifferingFields(one: LocationFields, other: LocationFields): LocationField[] {
  return LOCATION_FIELDS.filter((field) => !isSame(one[field], other[field]));
}

export function pickFields(
  fields: TypedFields | LocationFields | OwnLocation,
  names: readonly LocationField[],
): TypedFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/**
 * Merges the input, which is based on `base`, with the server state. If somebody has saved a field that the draft changes too, the
 * saved value counts as theirs and the draft's as ours; otherwise the draft would hide the conflict.
 */
export function mergeServerState(
  now: ServerState,
  base: LocationFields,
  mine: LocationFields,
): MergedFields<LocationFields> & { theirs: LocationFields } {
  const outdated = getOutdatedFields(now);
  const mergeBase = { ...base, ...pickFields(now.draft?.base_values ?? {}, outdated) } as LocationFields;
  const theirs = { ...getServerFields(now), ...pickFields(getSavedFields(now), outdated) } as LocationFields;
  return { ...mergeFields(mergeBase, mine, theirs), theirs };
}

/** Whether a location awaits approval, while which no input is saved. */
export function isAwaitingApproval({ location }: ServerState): boolean {
  return location?.location_status === 'AWAITING_APPROVAL';
}
