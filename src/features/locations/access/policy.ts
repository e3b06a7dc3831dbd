import type { Role } from '../../../platform/http/contract.ts';

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

/** The roles that can hold a location, as its owner or as the Locations Team. */
export const HOLDERS = ['OWNER', 'ADMIN'] as const;

export function standingOf(caller: { id: string; role: Role }, location: Pick<LocationFacts, 'owner_id'>) {
  if (caller.role === 'ADMIN') return 'team';
  return caller.role === 'OWNER' && caller.id === location.owner_id ? 'owner' : null;
}

/** Whether somebody may change anything of a location. What waits for approval stays as its owner has sent it. */
export function mayChange(standing: Standing, { location_status }: Pick<State, 'location_status'>): boolean {
  return standing === 'team' || location_status !== 'AWAITING_APPROVAL';
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
