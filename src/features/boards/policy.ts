import type { Role } from '../../platform/http/contract.ts';
import type { BoardRights } from './schema.ts';

/** What decisions about a board need to know of it. */
export interface BoardFacts {
  /** Who keeps it. */
  readonly user_id: string;
  /** Kept by the Locations Team as a whole. */
  readonly private: boolean;
  readonly archived: boolean;
  /** Whether it is shared with an address that the caller has verified. */
  readonly shared_with_caller: boolean;
}

/**
 * How somebody stands to a board: who keeps it, the Locations Team with the boards of others, whom it is shared with. A board
 * that somebody does not stand to in any of these ways does not exist for them.
 */
export type Standing = 'keeper' | 'team' | 'viewer';

/** Where a board is read: the Locations Team manages the boards of others in the admin area, and only reads them on the website. */
export type Area = 'website' | 'admin';

export function standingOf(caller: { id: string; role: Role }, board: BoardFacts): Standing | null {
  if (board.private ? caller.role === 'ADMIN' : board.user_id === caller.id) return 'keeper';
  if (caller.role === 'ADMIN') return 'team';
  return board.shared_with_caller ? 'viewer' : null;
}

/** What somebody may do with a board that they see. An archived one stays as it is, until it is deleted. */
export function rightsOf(standing: Standing, board: Pick<BoardFacts, 'private' | 'archived'>, area: Area): BoardRights {
  const isManager = standing === 'keeper' || (standing === 'team' && area === 'admin');
  const keeps = standing === 'keeper' && !board.archived;
  const manages = isManager && !board.archived;
  return {
    change: manages,
    choosePrimary: keeps,
    share: keeps,
    link: keeps && !board.private,
    duplicate: keeps,
    archive: manages,
    delete: isManager,
  };
}

/** Whether somebody sees what a board says of locations that are not published. */
export function seesUnpublished(caller: { role: Role }, board: Pick<BoardFacts, 'private'>): boolean {
  return board.private && caller.role === 'ADMIN';
}
