import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Picture as PictureData } from '../../schema.ts';
import { Picture } from '../Picture.tsx';

export const MAX_ZOOM = 4;
/** Pixels that a finger moves before it counts as a swipe. */
const SWIPE = 48;

/**
 * A picture that fills its box, and when it is zoomed scrolls in it: by finger, wheel and keys as any scrolled area, and by
 * dragging with a mouse. A double click zooms where it is; a swipe over the whole picture shows the next one.
 * @param props.zoom its width as a multiple of that of the box
 */
export function ZoomablePicture(props: {
  ref: RefObject<HTMLDivElement | null>;
  picture: PictureData;
  zoom: number;
  onZoom: (zoom: number) => void;
  onMove: (by: -1 | 1) => void;
}) {
  const { ref: box, picture, zoom, onZoom, onMove } = props;
  /** The point of the box that keeps its place, as fractions; the centre unless a double click has set it. */
  const origin = useRef({ x: 0.5, y: 0.5 });
  const shownZoom = useRef(zoom);
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || shownZoom.current === zoom) return;
    const growth = zoom / shownZoom.current;
    const x = element.clientWidth * origin.current.x;
    const y = element.clientHeight * origin.current.y;
    element.scrollTo((element.scrollLeft + x) * growth - x, (element.scrollTop + y) * growth - y);
    shownZoom.current = zoom;
    origin.current = { x: 0.5, y: 0.5 };
  }, [box, zoom]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    start.current = { x: event.clientX, y: event.clientY };
    if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = ({
    pointerType,
    buttons,
    movementX,
    movementY,
    currentTarget,
  }: PointerEvent<HTMLDivElement>) => {
    if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
  };
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    if (!start.current) return;
    const [x, y] = [clientX - start.current.x, clientY - start.current.y];
    start.current = undefined;
    // A page enlarged with two fingers is panned with one.
    const isWhole = zoom === 1 && (visualViewport?.scale ?? 1) === 1;
    if (isWhole && Math.abs(x) > SWIPE && Math.abs(x) > Math.abs(y)) onMove(x < 0 ? 1 : -1);
  };
  return (
    <div
      ref={box}
      className={zoom > 1 ? 'lightbox__picture lightbox__picture--zoomed' : 'lightbox__picture'}
      role="group"
      aria-label="Picture"
      // A scrollable area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={zoom > 1 ? 0 : undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (start.current = undefined)}
      onDoubleClick={({ clientX, clientY, currentTarget }) => {
        const { left, top, width, height } = currentTarget.getBoundingClientRect();
        origin.current = { x: (clientX - left) / width, y: (clientY - top) / height };
        onZoom(zoom > 1 ? 1 : 2);
      }}
    >
      <div style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}>
        <Picture picture={picture} sizes={`${zoom * 100}vw`} crop={false} />
      </div>
    </div>
  );
}
