import type { Permission } from '../../platform/http/contract.ts';
import type { Actor } from '../../platform/http/route-permission.ts';
import { type Scope, can } from '../accounts/permissions.ts';
import type { BoardRights } from './schema.ts';

/** The fields of a board that decide about access. */
export interface BoardAccess {
  /** The owner. */
  readonly user_id: string;
  /** Owned by the Locations Team as a whole. */
  readonly private: boolean;
  readonly archived: boolean;
  /** Whether it is shared with the caller's verified email address. */
  readonly shared_with_caller: boolean;
}

/**
 * A user's role on a board: its owner, the Locations Team for boards of others, or a viewer it is shared with. Without a role, a
 * board looks as if it did not exist.
 */
export type BoardRole = 'owner' | 'team' | 'viewer';

/** Where a board is shown. The Locations Team can change boards of others in the admin area, but only read them on the website. */
export type SiteArea = 'website' | 'admin';

/** The scope that a permission needs for each role. */
export const SCOPE_BY_ROLE = { owner: 'own', viewer: 'shared', team: 'any' } as const satisfies Record<
  BoardRole,
  Scope
>;

type Caller = Pick<Actor, 'id' | 'permissions'>;

/** Returns the caller's role on a board, or null if they cannot see it. */
export function getBoardRole(caller: Caller, board: BoardAccess): BoardRole | null {
  if (board.private ? can(caller, 'board.private') : board.user_id === caller.id) return 'owner';
  // A service token can have the one permission without the other.
  if (!board.private && can(caller, 'board.view', 'any')) return 'team';
  return board.shared_with_caller && can(caller, 'board.view', 'shared') ? 'viewer' : null;
}

/** Returns the rights of a user on a board. An archived board is read-only, but can be deleted. */
export function getBoardRights(
  { permissions }: Pick<Caller, 'permissions'>,
  board: Pick<BoardAccess, 'private' | 'archived'> & { readonly boardRole: BoardRole },
  area: SiteArea,
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

/** Whether a user can see title and status of unpublished locations of a board. */
export function canSeeUnpublished(caller: Pick<Caller, 'permissions'>, board: Pick<BoardAccess, 'private'>): boolean {
  return board.private && can(caller, 'board.private');
}
