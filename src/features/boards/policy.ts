import type { Permission } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-handlers.ts';
import { type Scope, can } from '../accounts/permissions.ts';
import type { BoardRights } from './schema.ts';

/** What decisions about a board need to know of it. */
export interface BoardAccess {
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
export type BoardRole = 'owner' | 'team' | 'viewer';

/** Where a board is read: the Locations Team manages the boards of others in the admin area, and only reads them on the website. */
export type Area = 'website' | 'admin';

/** The scope that a permission must be held on to cover a board. */
export const SCOPE_BY_ROLE = { owner: 'own', viewer: 'shared', team: 'any' } as const satisfies Record<
  BoardRole,
  Scope
>;

type Caller = Pick<Actor, 'id' | 'permissions'>;

export function getBoardRole(caller: Caller, board: BoardAccess): BoardRole | null {
  if (board.private ? can(caller, 'board.private') : board.user_id === caller.id) return 'owner';
  if (can(caller, 'board.view', 'any')) return 'team';
  return board.shared_with_caller && can(caller, 'board.view', 'shared') ? 'viewer' : null;
}

/** What somebody may do with a board that they see. An archived one stays as it is, until it is deleted. */
export function getBoardRights(
  { permissions }: Pick<Caller, 'permissions'>,
  board: Pick<BoardAccess, 'private' | 'archived'> & { readonly boardRole: BoardRole },
  area: Area,
): BoardRights {
  const { boardRole, archived } = board;
  const isReadOnly = boardRole === 'team' && area === 'website';
  const has = (permission: Permission) => !isReadOnly && can({ permissions }, permission, SCOPE_BY_ROLE[boardRole]);
  return {
    change: has('board.edit') && !archived,
    choosePrimary: has('board.choose-picture') && !archived,
    share: has('board.share') && !archived,
    link: has('board.link') && !archived && !board.private,
    duplicate: has('board.duplicate') && !archived,
    archive: has('board.archive') && !archived,
    delete: has('board.delete'),
  };
}

/** Whether somebody sees what a board says of locations that are not published. */
export function canSeeUnpublished(caller: Pick<Caller, 'permissions'>, board: Pick<BoardAccess, 'private'>): boolean {
  return board.private && can(caller, 'board.private');
}
