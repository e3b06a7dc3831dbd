import { ArrowLeft, ArrowRight } from '../../../ui/icons.tsx';
import { PAGE_SIZE } from '../../../platform/http/paging.ts';
import { type BoardCard, type BoardLocation, getBoardPath, getTitle } from '../schema.ts';
import './board-breadcrumb.css';

/**
 * Links from the page of a location back to its board, and to the previous and next location there.
 * @param props.position of the location on the board, from 0
 */
export function BoardBreadcrumb(props: {
  board: Pick<BoardCard, 'id' | 'title'>;
  previous: BoardLocation | undefined;
  next: BoardLocation | undefined;
  position: number;
}) {
  const { board, previous, next, position } = props;
  const page = Math.floor(position / PAGE_SIZE) + 1;
  const path = getBoardPath(board);
  return (
    <nav className="board-breadcrumb no-print" aria-label="Board">
      <a className="crumb" href={page > 1 ? `${path}?page=${page}` : path}>
        <ArrowLeft small />
        Back to {board.title}
      </a>
      <span className="board-breadcrumb__neighbours">
        {previous && (
          <a
            className="icon-button"
            href={`${path}/location/${previous.id}`}
            aria-label={`Previous: ${getTitle(previous)}`}
          >
            <ArrowLeft />
          </a>
        )}
        {next && (
          <a className="icon-button" href={`${path}/location/${next.id}`} aria-label={`Next: ${getTitle(next)}`}>
            <ArrowRight />
          </a>
        )}
      </span>
    </nav>
  );
}
