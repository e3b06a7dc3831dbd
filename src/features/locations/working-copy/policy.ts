import type { Actor } from '../../../platform/http/route-handlers.ts';
import { can } from '../../accounts/permissions.ts';
import type { LocationStatus, Status } from './schema.ts';

/** Where a location stands: its content beside what is online, and its way to approval. */
export interface LocationState {
  readonly status: Status;
  readonly location_status: LocationStatus;
}

/** What decisions about a working copy need to know of it. */
export interface LocationFacts extends LocationState {
  /** Who holds it; null for nobody but the Locations Team. */
  readonly owner_id: string | null;
}

/**
 * How somebody stands to a working copy: who holds it, or the Locations Team, which works on all of them. For everybody else it does
 * not exist.
 */
export type LocationRelation = 'owner' | 'team';

/** Who calls, as far as decisions about a working copy depend on it. */
export type Caller = Pick<Actor, 'id' | 'permissions'>;

export function getRelation(caller: Caller, location: Pick<LocationFacts, 'owner_id'>): LocationRelation | null {
  if (can(caller, 'location.view', 'any')) return 'team';
  return can(caller, 'location.view', 'own') && caller.id === location.owner_id ? 'owner' : null;
}

/** Whether a location is in a state in which somebody may change anything of it. */
export function canChange(caller: Caller, { location_status }: Pick<LocationState, 'location_status'>): boolean {
  return location_status !== 'AWAITING_APPROVAL' || can(caller, 'location.edit-awaiting-approval');
}

/**
 * After a change of what publishing would show: fields or images. An owner takes the location up again, whatever the change was; the
 * Locations Team leaves it on its way, and can put it back to what is online.
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
