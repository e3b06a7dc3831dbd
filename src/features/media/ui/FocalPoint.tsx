import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useDragState } from '../../../ui/useDragState.ts';
import { type Point, toPicturePoint, roundToPercent } from './picture-coordinates.ts';
import './focal-point.css';

/** Id of the hint that describes focal points to screen readers. */
const HINT_ID = 'focal-hint';
/** Fraction of the picture that an arrow key moves it by, and the fraction with Shift. */
const STEP = 0.02;
const LARGE_STEP = 0.1;
const ARROW_KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Delay after the last key until onDone is called. */
const KEY_DEBOUNCE_MS = 600;

/**
 * A marker on a picture for the point that every crop keeps, moved by pointer and arrow keys. Render it in the box that the picture
 * fills.
 * @param props.size of the picture in pixels
 * @param props.onMove called for each new position, so that the crop can follow
 * @param props.onDone called with the final position, to be saved
 */
export function FocalPoint(props: {
  name: string;
  size: { readonly width: number; readonly height: number };
  focal: Point;
  onMove: (focal: Point) => void;
  onDone: (focal: Point) => void;
}) {
  const { name, size, focal, onMove, onDone } = props;
  /** Position of the pointer in the box while dragging. The crop follows only at the end, or the picture would move under the pointer. */
  const [dragged, latest, setDragged] = useDragState<Point>();
  const { later, now } = useDebounce();
  const onKeyDown = (event: KeyboardEvent) => {
    const key = ARROW_KEYS[event.key];
    if (!key) return;
    event.preventDefault();
    const by = event.shiftKey ? LARGE_STEP : STEP;
    const moved = { x: roundToPercent(focal.x + by * key.x), y: roundToPercent(focal.y + by * key.y) };
    onMove(moved);
    later(() => onDone(moved));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    if (!latest.current) return;
    const { clientWidth, clientHeight } = event.currentTarget.parentElement!;
    const moved = toPicturePoint(latest.current, { width: clientWidth, height: clientHeight }, size, focal);
    setDragged(undefined);
    onMove(moved);
    onDone(moved);
  };
  const { x, y } = dragged ?? focal;
  return (
    <div
      role="slider"
      tabIndex={0}
      className="focal"
      style={{ '--x': `${x * 100}%`, '--y': `${y * 100}%` } as CSSProperties}
      aria-label={`Focal point of ${name}`}
      aria-describedby={HINT_ID}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(focal.x * 100)}
      aria-valuetext={`${Math.round(focal.x * 100)} % from the left, ${Math.round(focal.y * 100)} % from the top`}
      onKeyDown={onKeyDown}
      onBlur={now}
      onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const box = event.currentTarget.parentElement!.getBoundingClientRect();
        setDragged({
          x: roundToPercent((event.clientX - box.left) / box.width),
          y: roundToPercent((event.clientY - box.top) / box.height),
        });
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDragged(undefined)}
    />
  );
}

/** Calls the latest of several callbacks after a delay without another one, or at once by `now` and on unmounting. */
function useDebounce() {
  const latest = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = () => {
    clearTimeout(timer.current);
    const run = latest.current;
    latest.current = undefined;
    run?.();
  };
  const later = (next: () => void) => {
    clearTimeout(timer.current);
    latest.current = next;
    timer.current = setTimeout(now, KEY_DEBOUNCE_MS);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      latest.current?.();
    },
    [],
  );
  return { later, now };
}

/** Explains the focal points of a page, which refer to it. */
export function FocalPointHint({ className }: { className: string }) {
  return (
    <p className={className} id={HINT_ID}>
      The circle marks what must stay in view when a picture is cropped. Drag it, or move it with the arrow keys.
    </p>
  );
}
