import type { ReactNode } from 'react';
import { X } from '../../../ui/icons.tsx';
import { CardPicture, LocationFacts } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { type BoardLocation as Item, getTitle } from '../schema.ts';
import { REMOVED_LOCATION } from '../messages.ts';
import { LockedIn } from '../sections/ui/SectionHead.tsx';
import '../../locations/catalogue/published/ui/card/card.css';
import './board.css';

const SIZES = '(min-width: 760px) 50vw, 100vw';
/** Words for the status of an unpublished location. */
export const UNPUBLISHED_STATUS = {
  DRAFT: 'Draft',
  AWAITING_APPROVAL: 'Awaiting approval',
  PUBLISHED: 'Published',
} as const;

/** Properties of a location in all views of a board. */
export type ShownLocation = Pick<Item, 'id' | 'section_id' | 'location' | 'primary'> &
  Partial<Pick<Item, 'unpublished'>>;

/** Element ids of the link, the drag handle and the remove button of a location, for focus management. */
export const getPartId = (part: 'link' | 'handle' | 'remove', id: string) => `${part}-${id}`;

/**
 * The card of a location on a board. All of it is clickable.
 * @param props.href null without a link
 * @param props.onRemove null if the user may not remove it
 */
export function BoardLocation(props: {
  item: ShownLocation;
  href: string | null;
  priority: boolean;
  /** Of the heading. */
  level?: 2 | 3;
  isLockedIn?: boolean;
  dragHandle?: ReactNode;
  note?: ReactNode;
  onRemove: (() => void) | null;
}) {
  const { item, href, priority, level = 2, isLockedIn = false, dragHandle, note, onRemove } = props;
  const Heading = `h${level}` as const;
  const { location, unpublished = null } = item;
  const title = getTitle({ location, unpublished });
  return (
    <article className="card board-item">
      <div className="frame">
        {location ? (
          <CardPicture location={location} sizes={SIZES} priority={priority} />
        ) : (
          <span className="card__blank">{unpublished ? 'Not published' : ''}</span>
        )}
      </div>
      {item.primary && <span className="tag">Primary image</span>}
      <div
        className={`board-item__footer ${onRemove ? (dragHandle ? '' : 'board-item__footer--unordered') : 'board-item__footer--read-only'}`}
      >
        {dragHandle}
        <div className="board-item__facts">
          <Heading className="card__title">
            {href === null ? (
              title
            ) : (
              <a href={href} className="card__link" id={getPartId('link', item.id)}>
                {title}
              </a>
            )}
          </Heading>
          {isLockedIn && <LockedIn />}
          {location && <LocationFacts location={location} />}
          {unpublished && <p className="board-item__status">{UNPUBLISHED_STATUS[unpublished.location_status]}</p>}
          {!location && !unpublished && <p className="board-item__status">{REMOVED_LOCATION}</p>}
          {note}
        </div>
        {onRemove && <RemoveButton item={item} onRemove={onRemove} />}
      </div>
    </article>
  );
}

/** Removes a location from a board. */
export function RemoveButton<Item extends ShownLocation>(props: { item: Item; onRemove: (item: Item) => void }) {
  const { item, onRemove } = props;
  const { id, location, unpublished = null } = item;
  return (
    <button
      type="button"
      id={getPartId('remove', id)}
      className="icon-button board-item__remove no-print"
      aria-label={
        location || unpublished
          ? `Remove ${getTitle({ location, unpublished })} from this board`
          : 'Remove the location that is no longer available'
      }
      onClick={() => onRemove(item)}
    >
      <X />
    </button>
  );
}
