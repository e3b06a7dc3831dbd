import { type PointerEvent, type RefObject, useRef } from 'react';
import { useDragState } from './useDragState.ts';

/** Pixels that the pointer must move before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 6;
/** Pixels from the top and bottom of the window within which a drag scrolls, and pixels per scroll step. */
const SCROLL_EDGE_PX = 72;
const SCROLL_STEP_PX = 18;

/** Announces that an item was moved. @param index its new index, from 0 */
export function formatMoved(name: string, index: number, total: number): string {
  return `${name} moved to position ${index + 1} of ${total}.`;
}

/** The dragged item, and the index (from 0) of the item before which it would be dropped. */
interface Drag {
  readonly id: string;
  readonly index: number;
}

/**
 * Sorts the items of a list by dragging their handles, with mouse, pen or touch.
 * @param list the element that has the items
 * @param onDrop called when an item is dropped before the one at `index`
 * @param items selector of the items; by default the children of the list. Elements with `data-heading` among them head the ones that follow:
 *   what is dropped on one comes after it
 */
export function useSortable(
  list: RefObject<HTMLElement | null>,
  onDrop: (id: string, index: number) => void,
  items = ':scope > *',
) {
  const [drag, latest, setDrag] = useDragState<Drag>();
  const pressed = useRef<{ id: string; x: number; y: number }>(undefined);
  /** Whether the next click ends a drag and must be ignored. */
  const dragged = useRef(false);

  const handle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      dragged.current = false;
      if (event.button !== 0) return;
      pressed.current = { id, x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = pressed.current;
      if (!from || !list.current) return;
      if (!latest.current && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_THRESHOLD_PX) return;
      dragged.current = true;
      setDrag({ id, index: getDropIndex(list.current.querySelectorAll(items), clientX, clientY) });
      if (clientY < SCROLL_EDGE_PX) scrollBy(0, -SCROLL_STEP_PX);
      else if (clientY > innerHeight - SCROLL_EDGE_PX) scrollBy(0, SCROLL_STEP_PX);
    },
    onPointerUp: () => {
      pressed.current = undefined;
      const dropped = latest.current;
      setDrag(undefined);
      if (dropped) onDrop(dropped.id, dropped.index);
    },
    onPointerCancel: () => {
      pressed.current = undefined;
      setDrag(undefined);
    },
    onClickCapture: (event: { stopPropagation: () => void; preventDefault: () => void }) => {
      if (!dragged.current) return;
      dragged.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  });
  return { drag, handle };
}

/** Returns the class of an item while one of its list is dragged; see sortable.css. @param total number of items that can be moved */
export function dropMarkerClass(drag: Drag | undefined, id: string, index: number, total: number): string | undefined {
  if (drag?.id === id) return 'is-dragging';
  if (drag?.index === index) return 'drop-before';
  return drag !== undefined && drag.index >= total && index === total - 1 ? 'drop-after' : undefined;
}

/** Returns the index of the item before which a point lies, in a list laid out in rows. */
function getDropIndex(items: Iterable<Element>, x: number, y: number): number {
  const elements = [...items];
  const boxes = elements.map((item) => item.getBoundingClientRect());
  const isSideBySide = boxes.some(({ top }, n) => top === boxes[n - 1]?.top);
  const index = boxes.findIndex((box, n) => {
    if (y < box.top) return true;
    if (y > box.bottom || elements[n]!.hasAttribute('data-heading')) return false;
    return isSideBySide ? x < box.left + box.width / 2 : y < box.top + box.height / 2;
  });
  return index < 0 ? boxes.length : index;
}
