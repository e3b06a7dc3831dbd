import type { Actor } from '../../../platform/http/server.ts';
import { can } from '../../accounts/permissions.ts';

/** Where a location stands: its content beside what is online, and its way to approval. */
export interface State {
  readonly status: 'NEW' | 'CHANGED' | 'LIVE';
  readonly location_status: 'DRAFT' | 'AWAITING_APPROVAL' | 'PUBLISHED';
}

/** What decisions about a working copy need to know of it. */
export interface LocationFacts extends State {
  /** Who holds it; null for nobody but the Locations Team. */
  readonly owner_id: string | null;
}

/**
 * How somebody stands to a working copy: who holds it, or the Locations Team, which works on all of them. For everybody else it does
 * not exist.
 */
export type Standing = 'owner' | 'team';

/** Who calls, as far as decisions about a working copy depend on it. */
export type Caller = Pick<Actor, 'id' | 'permissions'>;

export function standingOf(caller: Caller, location: Pick<LocationFacts, 'owner_id'>): Standing | null {
  if (can(caller, 'location.view', 'any')) return 'team';
  return can(caller, 'location.view', 'own') && caller.id === location.owner_id ? 'owner' : null;
}

/** Whether a location is in a state in which somebody may change anything of it. */
export function mayChange(caller: Caller, { location_status }: Pick<State, 'location_status'>): boolean {
  return location_status !== 'AWAITING_APPROVAL' || can(caller, 'location.edit-awaiting-approval');
}

/**
 * After a change of what publishing would show: fields or images. An owner takes the location up again, whatever the change was; the
 * Locations Team leaves it on its way, and can put it back to what is online.
 */
export function afterChange(standing: Standing, state: State, asPublished: boolean): State {
  const ahead = state.status === 'NEW' ? 'NEW' : 'CHANGED';
  if (standing === 'owner') return { status: ahead, location_status: 'DRAFT' };
  return { ...state, status: asPublished ? 'LIVE' : ahead };
}
