import type { Actor } from '../../../platform/http/route-permission.ts';
import type { Permission } from '../../../platform/http/contract.ts';
import { can, canForOffices } from '../../accounts/permissions.ts';
import type { RecordField } from '../catalogue/fields/lookup.ts';
import { FEATURED_FIXED, OFFICE_FIXED } from '../messages.ts';
import type { LocationStatus, Status } from './schema.ts';

/** How the working copy compares with the published version, and its state in the approval workflow. */
export interface LocationState {
  readonly status: Status;
  readonly location_status: LocationStatus;
}

/** The data of a working copy that the access and state rules need. */
export interface LocationAccessFields extends LocationState {
  /** Its owner; null when only the Locations Team works on it. */
  readonly owner_id: string | null;
  /** The film office in whose area it is (get_film_office in the database); null in none. */
  readonly office_id: number | null;
}

/**
 * The relation of a user to a working copy: its owner, or the team, which is the Locations Team and the film office of its area. For
 * everyone else it does not exist.
 */
export type LocationRelation = 'owner' | 'team';

/** The data of the user that the rules need. */
export type Caller = Pick<Actor, 'id' | 'permissions' | 'officeId'>;

export function getRelation(
  caller: Caller,
  location: Pick<LocationAccessFields, 'owner_id' | 'office_id'>,
): LocationRelation | null {
  if (isInArea(caller, 'location.view', location)) return 'team';
  return can(caller, 'location.view', 'own') && caller.id === location.owner_id ? 'owner' : null;
}

/** Whether a location is of the area on which a user has a permission: everywhere, or the area of their film office. */
export function isInArea(
  caller: Caller,
  permission: Permission,
  { office_id }: Pick<LocationAccessFields, 'office_id'>,
): boolean {
  return canForOffices(caller, permission, [office_id]);
}

/** Whether a user may change a location in this state. */
export function canChange(caller: Caller, { location_status }: Pick<LocationState, 'location_status'>): boolean {
  return location_status !== 'AWAITING_APPROVAL' || can(caller, 'location.edit-awaiting-approval');
}

/** Fields that need a permission of their own besides the one to edit, and what others read. */
const FIXED_FIELDS: Readonly<Partial<Record<RecordField, readonly [Permission, string]>>> = {
  filmoffice: ['location.change-office', OFFICE_FIXED],
  featured: ['location.feature', FEATURED_FIXED],
};
export const FIXED_FIELD_NAMES = Object.keys(FIXED_FIELDS) as readonly RecordField[];

/** Why a user cannot change a field of a location that they may edit; undefined if they can. */
export function getFixedReason(user: Pick<Caller, 'permissions'> | null, field: RecordField): string | undefined {
  const [permission, reason] = FIXED_FIELDS[field] ?? [];
  return permission === undefined || can(user, permission) ? undefined : reason;
}

/**
 * The state after a change of fields or images. An owner's change makes it a draft again, regardless of what was changed. A change by the
 * Locations Team keeps the location status, and the location is live if it equals the published version.
 */
export function getStateAfterChange(
  relation: LocationRelation,
  state: LocationState,
  asPublished: boolean,
): LocationState {
  const ahead = state.status === 'NEW' ? 'NEW' : 'CHANGED';
  if (relation === 'owner') return { status: ahead, location_status: 'DRAFT' };
  return { ...state, status: asPublished ? 'LIVE' : ahead };
}
