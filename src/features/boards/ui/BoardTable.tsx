import { type ReactNode, useRef, useState } from 'react';
import type { Paged } from '../../../platform/http/paging.ts';
import { CardPicture } from '../../locations/catalogue/published/ui/card/LocationCard.tsx';
import { MAX_COMPARED, storeComparedFrom } from '../../locations/catalogue/published/ui/comparison/comparison-links.ts';
import { REMOVED_LOCATION } from '../messages.ts';
import { type BoardLocation, getTitle } from '../schema.ts';
import { groupBySection } from '../sections/group-by-section.ts';
import { LockedIn, SectionHead, type ShownSection } from '../sections/ui/SectionHead.tsx';
import { RemoveButton, type ShownLocation, UNPUBLISHED_STATUS, getPartId } from './BoardLocation.tsx';
import type { BoardOrder } from './useBoardOrder.tsx';
import '../../../ui/sortable.css';
import './board-table.css';

/** Actions on selected locations. */
export interface SelectionAction<Item> {
  readonly label: string;
  readonly run: (items: readonly Item[]) => void;
}

/**
 * The locations of a board as a table, with its sections.
 * @param props.getHref returns null for a location without a link
 * @param props.renderNote undefined for people who do not see the notes
 * @param props.order undefined for people who may not change it
 * @param props.selectionActions what can be done with selected locations besides comparing them
 */
export function BoardTable<Item extends ShownLocation, Section extends ShownSection>(props: {
  board: { readonly sections: readonly Section[]; readonly locations: Paged<Item> };
  getHref: (item: Item) => string | null;
  renderNote: ((item: Item) => ReactNode) | undefined;
  renderMenu?: (section: Section) => ReactNode;
  order?: BoardOrder<Item, Section> | undefined;
  selectionActions?: readonly SelectionAction<Item>[];
}) {
  const { board, getHref, renderNote, renderMenu, order, selectionActions = [] } = props;
  const items = board.locations.data;
  const columns = 3 + (renderNote ? 1 : 0) + (order ? 1 : 0);
  return (
    <>
      {(items.length > 1 || selectionActions.length > 0) && <SelectionForm items={items} actions={selectionActions} />}
      <table ref={order?.listRef} className="board-table sortable sortable--table">
        <thead>
          <tr>
            <th scope="col">Location</th>
            <th scope="col">Category</th>
            <th scope="col">Place</th>
            {renderNote && <th scope="col">Notes</th>}
            {order && (
              <th scope="col" className="no-print">
                <span className="visually-hidden">Order</span>
              </th>
            )}
          </tr>
        </thead>
        {groupBySection(board).map((group) => (
          <tbody key={group.section?.id ?? 'none'}>
            {group.section && (
              <tr {...order?.getHeadingProps(group.section)}>
                <th scope="rowgroup" colSpan={columns} className="board-table__section">
                  <SectionHead section={group.section}>{renderMenu?.(group.section)}</SectionHead>
                </th>
              </tr>
            )}
            {group.items.map((item) => (
              <tr key={item.id} {...order?.getProps(item)}>
                <th scope="row">
                  <Title item={item} href={getHref(item)} isLockedIn={group.section?.locked_location_id === item.id} />
                </th>
                <td>{item.location?.category.join(', ')}</td>
                <td>{formatPlace(item.location)}</td>
                {renderNote && <td>{renderNote(item)}</td>}
                {order && (
                  <td className="board-table__order no-print">
                    <div>
                      {order.renderHandle?.(item, group)}
                      {order.remove && <RemoveButton item={item} onRemove={order.remove} />}
                    </div>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </>
  );
}

const SELECTION_ID = 'selection';
const getSelectId = (id: string) => `select-${id}`;

/** Opens the page that compares the selected locations, without scripts too, or does something else with them. Their checkboxes are in the table, which has other forms. */
function SelectionForm<Item extends ShownLocation>(props: {
  items: readonly Item[];
  actions: readonly SelectionAction<Item>[];
}) {
  const { items, actions } = props;
  const form = useRef<HTMLFormElement>(null);
  const [message, setMessage] = useState('');
  const getSelected = () => {
    const checked = [...(form.current?.elements ?? [])].filter((input) => input.matches(':checked'));
    return items.filter(({ id }) => checked.some((input) => input.id === getSelectId(id)));
  };
  return (
    <form
      ref={form}
      id={SELECTION_ID}
      action="/compare"
      className="board-comparison no-print"
      onSubmit={(event) => {
        const count = getSelected().filter((item) => item.location).length;
        const isWrongCount = count < 2 || count > MAX_COMPARED;
        setMessage(isWrongCount ? `Choose 2 to ${MAX_COMPARED} locations in the list.` : '');
        if (isWrongCount) event.preventDefault();
        else storeComparedFrom(location.pathname + location.search);
      }}
    >
      <button type="submit" className="button button--compact">
        Compare locations
      </button>
      {actions.map(({ label, run }) => (
        <button
          key={label}
          type="button"
          className="button button--compact"
          onClick={() => {
            const selected = getSelected();
            setMessage(selected.length === 0 ? 'Choose locations in the list.' : '');
            if (selected.length > 0) run(selected);
          }}
        >
          {label}
        </button>
      ))}
      <p role="status" className="small">
        {message}
      </p>
    </form>
  );
}

function Title({ item, href, isLockedIn }: { item: ShownLocation; href: string | null; isLockedIn: boolean }) {
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
        {isLockedIn && <LockedIn />}
        {primary && <p className="muted small">Primary image</p>}
        {unpublished && <p className="muted small">{UNPUBLISHED_STATUS[unpublished.location_status]}</p>}
        {!location && !unpublished && <p className="muted small">{REMOVED_LOCATION}</p>}
        {(location || unpublished) && (
          <label className="board-table__compare no-print">
            {/* Only published locations can be compared: the others have no name in the form. */}
            <input
              type="checkbox"
              form={SELECTION_ID}
              id={getSelectId(item.id)}
              {...(location && { name: 'location', value: location.locationurl })}
            />{' '}
            Select
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
