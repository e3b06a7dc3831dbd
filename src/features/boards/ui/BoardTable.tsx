import type { ReactNode } from 'react';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { REMOVED_LOCATION } from '../messages.ts';
import { type BoardLocation, getTitle } from '../schema.ts';
import { type ShownLocation, UNPUBLISHED_STATUS, getPartId } from './BoardLocation.tsx';
import './board-table.css';

/**
 * The locations of a board as a table.
 * @param props.getHref returns null for a location without a link
 * @param props.renderNote undefined for people who do not see the notes
 */
export function BoardTable<Item extends ShownLocation>(props: {
  items: readonly Item[];
  getHref: (item: Item) => string | null;
  renderNote: ((item: Item) => ReactNode) | undefined;
}) {
  const { items, getHref, renderNote } = props;
  return (
    <table className="board-table">
      <thead>
        <tr>
          <th scope="col">Location</th>
          <th scope="col">Category</th>
          <th scope="col">Place</th>
          {renderNote && <th scope="col">Notes</th>}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">
              <Title item={item} href={getHref(item)} />
            </th>
            <td>{item.location?.category.join(', ')}</td>
            <td>{formatPlace(item.location)}</td>
            {renderNote && <td>{renderNote(item)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Title({ item, href }: { item: ShownLocation; href: string | null }) {
  const { location, unpublished = null, primary } = item;
  const title = getTitle({ location, unpublished });
  return (
    <div className="board-table__title">
      <div className="frame">
        {location && <CardPicture location={location} sizes="96px" priority={false} isCloseUp />}
      </div>
      <div>
        {href === null ? (
          title
        ) : (
          <a href={href} className="link" id={getPartId('link', item.id)}>
            {title}
          </a>
        )}
        {primary && <p className="muted small">Primary image</p>}
        {unpublished && <p className="muted small">{UNPUBLISHED_STATUS[unpublished.location_status]}</p>}
        {!location && !unpublished && <p className="muted small">{REMOVED_LOCATION}</p>}
      </div>
    </div>
  );
}

function formatPlace(location: BoardLocation['location']): string {
  return [location?.nearesttown, location?.localauthority].filter(Boolean).join(', ');
}
