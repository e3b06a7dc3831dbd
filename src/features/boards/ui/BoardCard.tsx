import type { ReactNode } from 'react';
import { Eye, Link, Lock, Pencil, People } from '../../../ui/icons.tsx';
import { formatRelativeDate } from '../../../platform/text/dates.ts';
import { StaticMap, Picture } from '../../media/ui/Picture.tsx';
import { type BoardCard as Board, getBoardPath, getSharingLabel } from '../schema.ts';
import '../../locations/catalogue/published/ui/card/card.css';
import './board-card.css';
import { formatCount } from '../../../platform/text/numbers.ts';

/** Values of the attribute `sizes` for the first picture and for the others. */
const LARGE = '(min-width: 1100px) 22vw, (min-width: 760px) 32vw, 66vw';
const SMALL = '(min-width: 1100px) 11vw, (min-width: 760px) 16vw, 33vw';

/**
 * The card of a board in a list, with up to three pictures. All of it is clickable.
 * @param props.heading heading level of the title
 * @param props.actions the menu
 */
export function BoardCard(props: { board: Board; heading: 'h2' | 'h3'; priority: boolean; actions: ReactNode }) {
  const { board, heading: Heading, priority, actions } = props;
  const ownerName = board.shared.owner_name;
  return (
    <article className="card board">
      <div className="frame">
        <Covers board={board} priority={priority} />
      </div>
      <div className="board__header">
        <Heading className="card__title">
          <a href={getBoardPath(board)} className="card__link" id={getBoardLinkId(board.id)}>
            {board.title}
          </a>
        </Heading>
        {actions}
      </div>
      <p className="board__line">
        <span>{formatCount(board.count, 'location')}</span>
        {ownerName === null ? <Updated at={board.updated_at} /> : <span>From {ownerName}</span>}
        <SharedMark board={board} />
      </p>
    </article>
  );
}

/** Element id of the link to a board, for focus management. */
export function getBoardLinkId(id: string): string {
  return `board-${id}`;
}

/** When a board was last changed. The day can change between server rendering and hydration, hence suppressHydrationWarning. */
export function Updated({ at }: { at: string }) {
  return (
    <time dateTime={at} suppressHydrationWarning>
      {`Updated ${formatRelativeDate(at)}`}
    </time>
  );
}

function SharedMark({ board }: { board: Board }) {
  const { shared, rights } = board;
  const OthersMark = rights.change ? Pencil : Eye;
  const Mark =
    shared.owner_name !== null
      ? OthersMark
      : shared.link || shared.guest_link_count > 0
        ? Link
        : shared.share_count > 0 || board.private
          ? People
          : Lock;
  return (
    <span className="board__sharing">
      <Mark small />
      {shared.owner_name === null ? getSharingLabel(board) : rights.change ? 'Can edit' : 'Read only'}
    </span>
  );
}

function Covers({ board, priority }: { board: Board; priority: boolean }) {
  if (board.covers.length === 0) {
    return <span className="card__blank">{board.count === 0 ? 'No locations yet' : 'No pictures'}</span>;
  }
  return (
    <div className="board-covers">
      {board.covers.map((cover, index) => (
        <div key={cover.id}>
          <Cover cover={cover} sizes={index === 0 ? LARGE : SMALL} priority={priority} />
        </div>
      ))}
    </div>
  );
}

/** A picture without alternative text, as the title names the board. */
function Cover(props: { cover: Board['covers'][number]; sizes: string; priority: boolean }) {
  const { primaryimage, latitude, longitude } = props.cover;
  if (primaryimage)
    return <Picture picture={{ ...primaryimage, alt: '' }} sizes={props.sizes} priority={props.priority} />;
  if (latitude === null || longitude === null) return null;
  return <StaticMap position={{ latitude, longitude }} alt="" isCloseUp priority={props.priority} />;
}
