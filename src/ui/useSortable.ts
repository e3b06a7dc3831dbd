import { type PointerEvent, type RefObject, useRef, useState } from 'react';

/** Pixels that a press may wander before it is a drag. */
const DRAG_THRESHOLD_PX = 6;
/** Pixels from the edges of the window within which a drag scrolls, and by how many at a time. */
const SCROLL_EDGE_PX = 72;
const SCROLL_STEP_PX = 18;

/** What lies where it would land: before the item at `index`, counted from 0. */
interface Drag {
  readonly id: string;
  readonly index: number;
}

/**
 * Dragging the items of a list by their handles, with mouse, pen or finger.
 * @param list the element whose children are the items
 * @param onDrop an item was let go before the one at `index`
 */
export function useSortable(list: RefObject<HTMLElement | null>, onDrop: (id: string, index: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const pressed = useRef<{ id: string; x: number; y: number }>(undefined);
  /** Whether the click that follows belongs to the drag. */
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
      if (!drag && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_THRESHOLD_PX) return;
      dragged.current = true;
      setDrag({ id, index: indexAt(list.current, clientX, clientY) });
      if (clientY < SCROLL_EDGE_PX) scrollBy(0, -SCROLL_STEP_PX);
      else if (clientY > innerHeight - SCROLL_EDGE_PX) scrollBy(0, SCROLL_STEP_PX);
    },
    onPointerUp: () => {
      pressed.current = undefined;
      if (drag) onDrop(drag.id, drag.index);
      setDrag(undefined);
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

/** How an item looks while one of its list is dragged; see order.css. `total` of them can be moved. */
export function dropMarkerClass(drag: Drag | undefined, id: string, index: number, total: number): string | undefined {
  if (drag?.id === id) return 'is-dragging';
  if (drag?.index === index) return 'drop-before';
  return drag !== undefined && drag.index >= total && index === total - 1 ? 'drop-after' : undefined;
}

/** The item before which a point lies, in a list that is read in rows. */
function indexAt(list: HTMLElement, x: number, y: number): number {
  const boxes = [...list.children].map((child) => child.getBoundingClientRect());
  const abreast = boxes.length > 1 && boxes[0]?.top === boxes[1]?.top;
  const index = boxes.findIndex((box) => {
    if (y < box.top) return true;
    if (y > box.bottom) return false;
    return abreast ? x < box.left + box.width / 2 : y < box.top + box.height / 2;
  });
  return index < 0 ? boxes.length : index;
}
