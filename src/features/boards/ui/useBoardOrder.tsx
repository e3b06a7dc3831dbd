import { type ReactNode, type RefCallback, useLayoutEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Api } from '../../../platform/http/contract.ts';
import { DragHandle, type NextList } from '../../../ui/DragHandle.tsx';
import { useErrorDialog } from '../../../ui/useErrorDialog.tsx';
import { useFocusById } from '../../../ui/useFocusById.ts';
import { dropMarkerClass, formatMoved, useSortable } from '../../../ui/useSortable.ts';
import { updateLocationMutation } from '../client.ts';
import { type BoardLocation as Item, type BoardSection, type BoardView, getTitle } from '../schema.ts';
import { formatSection } from '../sections/format-section.ts';
import { type SectionGroup, groupBySection } from '../sections/group-by-section.ts';
import { getPartId } from './BoardLocation.tsx';
import { useRemoval } from './useRemoval.ts';

/** Element id of the link that an empty board shows. */
export const EMPTY_LINK_ID = 'find-locations';

/** What reorders and removes the locations of a page of a board, in each of its views. */
export interface BoardOrder<Shown, Section> {
  /** For the element that has the elements of the locations, each with the attributes of `getProps`. */
  readonly listRef: RefCallback<HTMLElement>;
  readonly getProps: (item: Shown) => { readonly className: string | undefined; readonly 'data-location': string };
  /** Returns the attributes of the heading of a section. What is dropped before it becomes the last of what is above. */
  readonly getHeadingProps: (section: Section) => {
    readonly className: string | undefined;
    readonly 'data-heading': true;
  };
  /** Null if the user may not move locations. */
  readonly renderHandle: ((item: Shown, group: SectionGroup<Section, Shown>) => ReactNode) | null;
  /** Null if the user may not remove locations. */
  readonly remove: ((item: Shown) => void) | null;
  /** Status for screen readers, and failures. */
  readonly messages: ReactNode;
}

/**
 * Returns what reorders and removes the locations of a page of a board.
 * @param canMove whether the user may move its locations
 * @param href returns the path of a page of the board
 */
export function useBoardOrder(
  api: Api,
  board: BoardView,
  canMove: boolean,
  href: (page: number) => string,
): BoardOrder<Item, BoardSection> {
  const { data: items } = board.locations;
  const list = useRef<HTMLElement>(null);
  const failures = useErrorDialog();
  const focusById = useFocusById();
  const removeItem = useRemoval(api, board, {
    onFailure: failures.report,
    onRemoved: () => items.length === 1 && focusById(EMPTY_LINK_ID),
    onUndone: ({ id }) => focusById(getPartId('link', id)),
  });
  const remove = (item: Item) => {
    const index = items.indexOf(item);
    const next = items[index + 1] ?? items[index - 1];
    // The pressed button will be removed.
    if (next) document.getElementById(getPartId('link', next.id))?.focus({ preventScroll: true });
    void removeItem(item);
  };
  const { move, status } = useReordering(api, board, href, failures.report);
  const groups = groupBySection(board);
  /** Headings and locations as they are shown, and where a location comes that is dropped before each, or after the last one. */
  const targets: { readonly id?: string; readonly position: number; readonly sectionId: string | null }[] = [];
  // On a further page, the first section may go on.
  let end: { readonly position: number; readonly sectionId: string | null } = {
    position: items[0]?.position ?? 0,
    sectionId: board.locations.current_page === 1 ? null : (groups[0]?.section?.id ?? null),
  };
  for (const { section, items: shown, start } of groups) {
    const sectionId = section?.id ?? null;
    if (section) targets.push({ id: section.id, ...end });
    for (const { id, position } of shown) targets.push({ id, position, sectionId });
    const last = shown.at(-1);
    end = { position: last ? last.position + 1 : start, sectionId };
  }
  targets.push(end);
  const { drag, handle } = useSortable(
    list,
    (id, index) => {
      const item = items.find((other) => other.id === id);
      const { position, sectionId } = targets[index] ?? end;
      const stays = item && [item.position, item.position + 1].includes(position) && item.section_id === sectionId;
      if (item && !stays) move(item, position, sectionId);
    },
    '[data-location], [data-heading]',
  );
  const getMark = (id: string) =>
    dropMarkerClass(
      drag,
      id,
      targets.findIndex((target) => target.id === id),
      targets.length - 1,
    );
  const renderHandle = (item: Item, { section, start, count }: SectionGroup<BoardSection, Item>) => (
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
  );
  return {
    listRef: (element) => void (list.current = element),
    getProps: ({ id }) => ({ className: getMark(id), 'data-location': id }),
    getHeadingProps: ({ id }) => ({ className: getMark(id), 'data-heading': true }),
    renderHandle: canMove ? renderHandle : null,
    remove: board.rights.change ? remove : null,
    messages: (
      <>
        <output className="visually-hidden">{status}</output>
        {failures.alert}
      </>
    ),
  };
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
  /** The location moved last, the order before the move, and its drag handle once that has the focus. */
  const moved = useRef<{ readonly id: string; readonly order: string; readonly focused?: HTMLElement }>(undefined);
  const order = data.map(({ id, section_id }) => id + section_id).join();
  useLayoutEffect(() => {
    const last = moved.current;
    if (!last) return;
    // A handle that comes into another section is rendered anew, and the focus goes with the old one.
    const isLost = last.focused && !last.focused.isConnected && document.activeElement === document.body;
    if (last.focused ? !isLost : last.order === order) return;
    const dragHandle = document.getElementById(getPartId('handle', last.id));
    if (!dragHandle) return;
    moved.current = { ...last, focused: dragHandle };
    dragHandle.focus({ preventScroll: true });
    dragHandle.closest('[data-location]')?.scrollIntoView({ block: 'nearest' });
  });

  const move = (item: Item, position: number, sectionId?: string | null) => {
    const newPosition = Math.min(position > item.position ? position - 1 : position, total - 1);
    const { start = 0, count = total } =
      groupBySection(board).find(({ section }) => (section?.id ?? null) === item.section_id) ?? {};
    moved.current = { id: item.id, order };
    update
      .mutateAsync({
        id: board.id,
        locationId: item.id,
        position,
        beforeId: data.find((other) => other.position === position)?.id,
        sectionId,
      })
      .then(() => {
        setStatus(
          sectionId === undefined || sectionId === item.section_id
            ? formatMoved(getTitle(item), newPosition - start, count)
            : `${getTitle(item)} moved to ${formatSection(board.sections.find(({ id }) => id === sectionId))}.`,
        );
        const to = Math.floor(newPosition / size) + 1;
        return to === page ? undefined : router.navigate({ href: href(to), resetScroll: false });
      })
      .catch(onFailure);
  };
  return { move, status };
}
