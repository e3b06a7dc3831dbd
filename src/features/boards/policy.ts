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
  /** Whether it is shared with the caller's verified email address to edit (true) or to view (false); null if it is not shared with it. */
  readonly caller_may_edit: boolean | null;
}

/**
 * A user's role on a board: its owner, the Locations Team for boards of others, or an editor or viewer it is shared with. Without a role,
 * a board looks as if it did not exist.
 */
export type BoardRole = 'owner' | 'team' | 'editor' | 'viewer';

/** Where a board is shown. The Locations Team can change boards of others in the admin area, but only read them on the website. */
export type SiteArea = 'website' | 'admin';

/** The scope that a permission to change a board needs for each role. Viewers change nothing. */
const SCOPE_BY_ROLE = { owner: 'own', editor: 'shared', team: 'any' } as const satisfies Record<
  Exclude<BoardRole, 'viewer'>,
  Scope
>;

type Caller = Pick<Actor, 'id' | 'permissions'>;

/** Returns the caller's role on a board, or null if they cannot see it. */
export function getBoardRole(caller: Caller, board: BoardAccess): BoardRole | null {
  if (board.private ? can(caller, 'board.private') : board.user_id === caller.id) return 'owner';
  // A service token can have the one permission without the other.
  if (!board.private && can(caller, 'board.view', 'any')) return 'team';
  if (board.caller_may_edit === null || !can(caller, 'board.view', 'shared')) return null;
  return isEditor(caller, board) ? 'editor' : 'viewer';
}

function isEditor(caller: Pick<Caller, 'permissions'>, board: Pick<BoardAccess, 'caller_may_edit'>): boolean {
  return board.caller_may_edit === true && can(caller, 'board.edit', 'shared');
}

/** Returns the rights of a user on a board. An archived board is read-only, but can be deleted. */
export function getBoardRights(
  caller: Pick<Caller, 'permissions'>,
  board: Omit<BoardAccess, 'user_id'> & { readonly boardRole: BoardRole },
  area: SiteArea,
): BoardRights {
  const { boardRole, archived } = board;
  const isReadOnly = boardRole === 'viewer' || (boardRole === 'team' && area === 'website');
  const has = (permission: Permission) => !isReadOnly && can(caller, permission, SCOPE_BY_ROLE[boardRole]);
  // The team edits a board on the website too if it is shared with them for that.
  const mayEdit = isEditor(caller, board);
  return {
    change: (mayEdit || has('board.edit')) && !archived,
    choosePrimary: (mayEdit || has('board.choose-picture')) && !archived,
    share: has('board.share') && !archived,
    link: has('board.link') && !archived && !board.private,
    guests: has('board.link') && !archived,
    duplicate: has('board.duplicate') && !archived,
    archive: has('board.archive') && !archived,
    delete: has('board.delete'),
  };
}

/** Whether a user can see title and status of unpublished locations of a board. */
export function canSeeUnpublished(caller: Pick<Caller, 'permissions'>, board: Pick<BoardAccess, 'private'>): boolean {
  return board.private && can(caller, 'board.private');
}
