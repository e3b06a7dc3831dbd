import type { ReactNode } from 'react';
import type { BoardLocation as Item, BoardSection, BoardView } from '../schema.ts';
import { groupBySection } from '../sections/group-by-section.ts';
import { SectionHead } from '../sections/ui/SectionHead.tsx';
import { BoardLocation } from './BoardLocation.tsx';
import type { BoardOrder } from './useBoardOrder.tsx';

/** Number of cards above the fold, whose pictures load first. */
const PRIORITY_CARDS = 2;

/**
 * A page of the locations of a board, as cards.
 * @param props.getHref returns the link of a location, null without one
 */
export function BoardLocations(props: {
  board: BoardView;
  order: BoardOrder<Item, BoardSection>;
  getHref: (item: Item) => string | null;
  renderNote: (item: Item) => ReactNode;
  renderMenu: (section: BoardSection) => ReactNode;
}) {
  const { board, order, getHref, renderNote, renderMenu } = props;
  const { listRef, getProps, getHeadingProps, renderHandle, remove } = order;
  const { data: items } = board.locations;
  return (
    <div ref={listRef}>
      {groupBySection(board).map((group) => (
        <div key={group.section?.id ?? 'none'} className="board-section">
          {group.section && (
            <div {...getHeadingProps(group.section)}>
              <SectionHead section={group.section}>{renderMenu(group.section)}</SectionHead>
            </div>
          )}
          <ul className="board-list sortable sortable--column">
            {group.items.map((item) => (
              <li key={item.id} {...getProps(item)}>
                <BoardLocation
                  item={item}
                  href={getHref(item)}
                  priority={items.indexOf(item) < PRIORITY_CARDS}
                  level={group.section ? 3 : 2}
                  isLockedIn={group.section?.locked_location_id === item.id}
                  onRemove={remove && (() => remove(item))}
                  dragHandle={renderHandle?.(item, group)}
                  note={renderNote(item)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
