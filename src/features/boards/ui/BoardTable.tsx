import { type ReactNode, useState } from 'react';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { MAX_COMPARED } from '../../locations/catalogue/published/ui/comparison/comparison.ts';
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
    <>
      {items.length > 1 && <ComparisonForm />}
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
    </>
  );
}

const COMPARISON_ID = 'compare';

/** Opens the page that compares the chosen locations, without scripts too. Their checkboxes are in the table, which has other forms. */
function ComparisonForm() {
  const [isWrong, setWrong] = useState(false);
  return (
    <form
      id={COMPARISON_ID}
      action="/compare"
      className="board-comparison no-print"
      onSubmit={(event) => {
        const count = new FormData(event.currentTarget).getAll('location').length;
        const isWrongCount = count < 2 || count > MAX_COMPARED;
        setWrong(isWrongCount);
        if (isWrongCount) event.preventDefault();
      }}
    >
      <button type="submit" className="button button--compact">
        Compare locations
      </button>
      <p role="status" className="small">
        {isWrong && `Choose 2 to ${MAX_COMPARED} locations in the list.`}
      </p>
    </form>
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
        {location && (
          <label className="board-table__compare no-print">
            <input type="checkbox" form={COMPARISON_ID} name="location" value={location.locationurl} /> Compare
            <span className="visually-hidden"> {title}</span>
          </label>
        )}
      </div>
    </div>
  );
}

function formatPlace(location: BoardLocation['location']): string {
  return [location?.nearesttown, location?.localauthority].filter(Boolean).join(', ');
}
