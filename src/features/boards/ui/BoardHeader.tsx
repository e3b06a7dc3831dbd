import { ArrowLeft, Link, Lock, People, Pencil } from '../../../ui/icons.tsx';
import { can } from '../../accounts/permissions.ts';
import type { Session } from '../../accounts/schema.ts';
import { formatCostRange } from '../costs.ts';
import { type BoardView, getAdminBoardPath } from '../schema.ts';
import { Updated } from './BoardCard.tsx';
import './board.css';
import { formatCount } from '../../../platform/text/numbers.ts';

/**
 * Header of a board: title, number of locations and who can see it.
 * @param props.user null if not signed in
 * @param props.onRename null if the user may not rename it
 */
export function BoardHeader(props: { board: BoardView; user: Session['user'] | null; onRename: (() => void) | null }) {
  const { board, user, onRename } = props;
  return (
    <div className="board-head">
      <div>
        <BackLink board={board} user={user} />
        <div className="board-head__title">
          <h1 className="display display--4">{board.title}</h1>
          {onRename && (
            <button type="button" className="icon-button no-print" aria-label="Rename board" onClick={onRename}>
              <Pencil />
            </button>
          )}
        </div>
        <p className="board__line">
          <span>{formatCount(board.count, 'location')}</span>
          {board.cost && <span>Cost: {formatCostRange(board.cost)}</span>}
          <Updated at={board.updated_at} />
          {board.archived_at !== null && <span className="board-head__archived">Archived</span>}
          <Visibility board={board} />
          {can(user, 'board.administer') && board.shared.owner_name !== null && board.user_id !== null && (
            <a className="link no-print" href={getAdminBoardPath(board.user_id, board)}>
              Manage board
            </a>
          )}
        </p>
      </div>
    </div>
  );
}

function BackLink({ board, user }: { board: BoardView; user: Session['user'] | null }) {
  const [href, name] = getBackLink(board, user);
  return (
    <a className="crumb no-print" href={href}>
      <ArrowLeft small />
      {name}
    </a>
  );
}

/** Returns path and label of the link to the list that has the board. Owners of locations have no list of boards. */
function getBackLink(
  { archived_at, private: isPrivate, shared }: BoardView,
  user: Session['user'] | null,
): [string, string] {
  if (can(user, 'location.own')) return ['/locations', 'Back to locations'];
  if (shared.owner_name !== null) return ['/boards', 'Back to boards'];
  if (archived_at !== null) return ['/boards/archived', 'Back to archived boards'];
  return isPrivate ? ['/boards/private', 'Back to private boards'] : ['/boards', 'Back to boards'];
}

function Visibility({ board }: { board: BoardView }) {
  const { owner_name, share_count, link, guest_link_count } = board.shared;
  if (owner_name !== null) return <span>From {owner_name}</span>;
  return (
    <>
      {share_count > 0 && (
        <span className="board__sharing">
          <People small />
          {share_count === 1 ? 'Shared with 1 person' : `Shared with ${share_count} people`}
        </span>
      )}
      {link && (
        <span className="board__sharing">
          <Link small />
          Public link
        </span>
      )}
      {guest_link_count > 0 && (
        <span className="board__sharing">
          <Link small />
          {formatCount(guest_link_count, 'guest link')}
        </span>
      )}
      {share_count === 0 && !link && guest_link_count === 0 && (
        <span className="board__sharing">
          {board.private ? <People small /> : <Lock small />}
          {board.private ? 'Locations Team' : 'Only you'}
        </span>
      )}
    </>
  );
}
