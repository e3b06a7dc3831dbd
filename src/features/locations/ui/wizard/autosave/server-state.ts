import type { LocationDraft, TypedFields } from '../../../working-copy/schema.ts';
import type { OwnLocation } from '../../../submission/schema.ts';
import { LOCATION_FIELDS, type LocationField, type LocationFields } from '../../../fields/lookup.ts';
import { type MergedFields, mergeFields } from '../../../fields/merge-fields.ts';
import { emptyFields, isSame } from '../../../fields/values.ts';

/** What the server holds of a location: the working copy, unless it is still to come, and what was typed on top of it. */
export interface ServerState {
  readonly location: OwnLocation | null;
  readonly draft: LocationDraft | null;
  /** What a location that is still to come begins with, such as the telephone number of the account. */
  readonly start?: TypedFields;
}

/** The fields of a working copy as they were saved last, or what it begins with; of a draft, what that was typed on. */
export function getSavedFields({ location, draft, start }: ServerState): LocationFields {
  if (location) return pickFields(location, LOCATION_FIELDS) as unknown as LocationFields;
  return { ...emptyFields(LOCATION_FIELDS), ...start, ...draft?.was } as LocationFields;
}

/** The fields as they were typed last, saved or not. */
export function getServerFields(serverState: ServerState): LocationFields {
  return { ...getSavedFields(serverState), ...serverState.draft?.fields } as LocationFields;
}

/** Fields of the draft that somebody has saved to something else since they were typed. */
function getOvertakenFields(serverState: ServerState): LocationField[] {
  if (!serverState.draft) return [];
  const { fields, was } = serverState.draft as unknown as Record<'fields' | 'was', LocationFields>;
  const saved = getSavedFields(serverState);
  return LOCATION_FIELDS.filter((field) => field in fields).filter(
    (field) => !isSame(was[field], saved[field]) && !isSame(fields[field], saved[field]),
  );
}

/** In which fields two sides differ. */
export function getDifferingFields(one: LocationFields, other: LocationFields): LocationField[] {
  return LOCATION_FIELDS.filter((field) => !isSame(one[field], other[field]));
}

/** The values of these fields alone. */
export function pickFields(
  fields: TypedFields | LocationFields | OwnLocation,
  names: readonly LocationField[],
): TypedFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/**
 * Brings together what was typed here, on top of `base`, and what the server holds now. Where somebody has saved a field over
 * which a draft still lies, the saved value is theirs and the draft's is ours: the draft would hide that there is another.
 */
export function mergeServerState(
  now: ServerState,
  base: LocationFields,
  mine: LocationFields,
): MergedFields<LocationFields> & { theirs: LocationFields } {
  const covered = getOvertakenFields(now);
  const typedOn = { ...base, ...pickFields(now.draft?.was ?? {}, covered) } as LocationFields;
  const theirs = { ...getServerFields(now), ...pickFields(getSavedFields(now), covered) } as LocationFields;
  return { ...mergeFields(typedOn, mine, theirs), theirs };
}
