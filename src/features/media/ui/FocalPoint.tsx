import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { type Point, toPicturePoint, roundToPercent } from './crop-point.ts';

/** Explains every focal point, where it is read out. */
export const FOCAL_HINT_ID = 'focal-hint';
/** By how much of the picture an arrow key moves it, and with Shift. */
const STEP = 0.02;
const LARGE_STEP = 0.1;
const ARROW_KEYS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Milliseconds after the last key until the new place is kept. */
const KEY_DEBOUNCE_MS = 600;

/**
 * The mark on a picture of what every crop keeps, moved by pointer and arrow keys. It lies in the box that the picture fills.
 * @param props.size of the picture
 * @param props.onMove it is being moved by keys, and the crop with it
 * @param props.onDone it has come to rest elsewhere
 */
export function FocalPoint(props: {
  name: string;
  size: { readonly width: number; readonly height: number };
  focal: Point;
  onMove: (focal: Point) => void;
  onDone: (focal: Point) => void;
}) {
  const { name, size, focal, onMove, onDone } = props;
  /** Where in the box a pointer holds it. The crop stays until it is let go: a picture that runs away cannot be pointed at. */
  const [held, setHeld] = useState<Point>();
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
    if (!held) return;
    const { clientWidth, clientHeight } = event.currentTarget.parentElement!;
    const moved = toPicturePoint(held, { width: clientWidth, height: clientHeight }, size, focal);
    setHeld(undefined);
    onMove(moved);
    onDone(moved);
  };
  const { x, y } = held ?? focal;
  return (
    <div
      role="slider"
      tabIndex={0}
      className="focal"
      style={{ '--x': `${x * 100}%`, '--y': `${y * 100}%` } as CSSProperties}
      aria-label={`Focal point of ${name}`}
      aria-describedby={FOCAL_HINT_ID}
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
        setHeld({
          x: roundToPercent((event.clientX - box.left) / box.width),
          y: roundToPercent((event.clientY - box.top) / box.height),
        });
      }}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setHeld(undefined)}
    />
  );
}

/** Runs the latest of several acts once nothing new has come for a while, or at once when told to. */
function useDebounce() {
  const act = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = () => {
    clearTimeout(timer.current);
    const run = act.current;
    act.current = undefined;
    run?.();
  };
  const later = (next: () => void) => {
    clearTimeout(timer.current);
    act.current = next;
    timer.current = setTimeout(now, KEY_DEBOUNCE_MS);
  };
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      act.current?.();
    },
    [],
  );
  return { later, now };
}
