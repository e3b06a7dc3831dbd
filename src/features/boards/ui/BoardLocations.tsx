import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { DragHandle, type NextList } from '../../../ui/DragHandle.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { dropMarkerClass, useSortable, formatMoved } from '../../../ui/useSortable.ts';
import { updateLocationMutation } from '../client.ts';
import { type BoardLocation as Item, type BoardSection, type BoardView, getTitle } from '../schema.ts';
import { formatSection } from '../sections/format-section.ts';
import { groupBySection } from '../sections/group-by-section.ts';
import { SectionHead } from '../sections/ui/SectionHead.tsx';
import { BoardLocation, getPartId } from './BoardLocation.tsx';
import { useRemoval } from './useRemoval.ts';

/** Number of cards above the fold, whose pictures load first. */
const PRIORITY_CARDS = 2;

/** Element id of the link that an empty board shows. */
export const EMPTY_LINK_ID = 'find-locations';

/**
 * A page of the locations of a board. Its owner can reorder and remove them and edit their notes.
 * @param props.canMove whether the user may move its locations
 * @param props.href returns the path of a page of the board
 * @param props.getHref returns the link of a location, null without one
 */
export function BoardLocations(props: {
  api: Api;
  board: BoardView;
  canMove: boolean;
  href: (page: number) => string;
  getHref: (item: Item) => string | null;
  renderNote: (item: Item) => ReactNode;
  renderMenu: (section: BoardSection) => ReactNode;
}) {
  const { api, board, canMove, href, getHref, renderNote, renderMenu } = props;
  const { data: items } = board.locations;
  const list = useRef<HTMLDivElement>(null);
  const failures = useErrorDialog();
  const focusById = useFocusById();
  const removeItem = useRemoval(api, board, {
    onFailure: failures.report,
    onRemoved: () => items.length === 1 && focusById(EMPTY_LINK_ID),
    onUndone: ({ id }) => focusById(getPartId('link', id)),
  });
  const remove = (item: Item, index: number) => {
    const next = items[index + 1] ?? items[index - 1];
    // The pressed button will be removed.
    if (next) document.getElementById(getPartId('link', next.id))?.focus({ preventScroll: true });
    void removeItem(item);
  };
  const { move, status } = useReordering(api, board, href, failures.report);
  const first = items[0]?.position ?? 0;
  const { drag, handle } = useSortable(
    list,
    (id, index) => {
      const at = items.findIndex((item) => item.id === id);
      const item = items[at];
      // It gets the section of the location before which it is dropped.
      const { section_id: sectionId } = items[index] ?? items.at(-1) ?? {};
      if (item && ((index !== at && index !== at + 1) || item.section_id !== sectionId))
        move(item, first + index, sectionId);
    },
    ':scope > div > ul > li',
  );
  const groups = groupBySection(board);
  const { change } = board.rights;
  return (
    <>
      <div ref={list}>
        {groups.map(({ section, items: shown, start, count }) => (
          <div key={section?.id ?? 'none'} className="board-section">
            {section && <SectionHead section={section}>{renderMenu(section)}</SectionHead>}
            <ul className="board-list sortable sortable--column">
              {shown.map((item) => {
                const index = items.indexOf(item);
                return (
                  <li key={item.id} className={dropMarkerClass(drag, item.id, index, items.length)}>
                    <BoardLocation
                      item={item}
                      href={getHref(item)}
                      priority={index < PRIORITY_CARDS}
                      level={section ? 3 : 2}
                      isLockedIn={section?.locked_location_id === item.id}
                      onRemove={change ? () => remove(item, index) : null}
                      dragHandle={
                        canMove && (
                          <DragHandle
                            id={getPartId('handle', item.id)}
                            title={getTitle(item)}
                            position={item.position - start}
                            total={count}
                            onMove={(position) => move(item, start + Math.min(position, count))}
                            {...getNeighbours(board.sections, section, (sectionId, isLater) =>
                              move(item, isLater ? start + count : start, sectionId),
                            )}
                            drag={handle(item.id)}
                          />
                        )
                      }
                      note={renderNote(item)}
                    />
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
      <output className="visually-hidden">{status}</output>
      {failures.alert}
    </>
  );
}

/** The lists before and after that of a section, for the handles of its locations. Null stands for the locations without a section. */
function getNeighbours(
  sections: readonly BoardSection[],
  section: BoardSection | null,
  onMove: (sectionId: string | null, isLater: boolean) => void,
): Partial<Record<'before' | 'after', NextList>> {
  const at = section ? sections.indexOf(section) : -1;
  const before = sections[at - 1];
  const after = sections[at + 1];
  return {
    ...(section && {
      before: { name: `Move to ${formatSection(before)}`, onSelect: () => onMove(before?.id ?? null, false) },
    }),
    ...(after && { after: { name: `Move to ${formatSection(after)}`, onSelect: () => onMove(after.id, true) } }),
  };
}

/** Returns a function that moves a location, and the status for screen readers. The focus stays on its drag handle, also across pages. */
function useReordering(
  api: Api,
  board: BoardView,
  href: (page: number) => string,
  onFailure: (error: unknown) => void,
): { move: (item: Item, position: number, sectionId?: string | null) => void; status: string } {
  const router = useRouter();
  const update = useMutation(updateLocationMutation(api));
  const [status, setStatus] = useState('');
  const { data, total, current_page: page, per_page: size } = board.locations;
  /** The location being moved, and the order before the move. */
  const movedItem = useRef<{ id: string; order: string }>(undefined);
  const order = data.map(({ id, section_id }) => id + section_id).join();
  useLayoutEffect(() => {
    const dragHandle = movedItem.current && document.getElementById(getPartId('handle', movedItem.current.id));
    if (!dragHandle || movedItem.current?.order === order) return;
    movedItem.current = undefined;
    dragHandle.focus({ preventScroll: true });
    dragHandle.closest('li')?.scrollIntoView({ block: 'nearest' });
  }, [order]);

  const move = (item: Item, position: number, sectionId?: string | null) => {
    const newPosition = Math.min(position > item.position ? position - 1 : position, total - 1);
    movedItem.current = { id: item.id, order };
    update
      .mutateAsync({
        id: board.id,
        locationId: item.id,
        position,
        beforeId: data.find((other) => other.position === position)?.id,
        sectionId,
      })
      .then(() => {
        const section = board.sections.find(({ id }) => id === sectionId);
        setStatus(
          sectionId === undefined || sectionId === item.section_id
            ? formatMoved(getTitle(item), newPosition, total)
            : `${getTitle(item)} moved to ${formatSection(section)}.`,
        );
        const to = Math.floor(newPosition / size) + 1;
        return to === page ? undefined : router.navigate({ href: href(to), resetScroll: false });
      })
      .catch(onFailure);
  };
  return { move, status };
}
