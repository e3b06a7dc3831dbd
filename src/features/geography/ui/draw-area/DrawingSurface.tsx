import { type KeyboardEvent, type PointerEvent, type Ref, useRef, useState } from 'react';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Position } from '../../schema.ts';
import { MapLine } from '../MapLine.tsx';
import type { ScreenPoint } from '../markers.ts';
import { type Outline, getDistance } from './outline.ts';
import { unproject } from './projection.ts';
import type { Drawing } from './useOutline.ts';

/** Where the next point would be: in the centre of the map for the keyboard, under the mouse, or unknown on a touch screen. */
export type Cursor = 'centre' | Position | undefined;

interface SurfaceProps {
  readonly map: MapLibre;
  readonly drawing: Drawing;
  readonly cursor: Cursor;
  readonly onCursor: (cursor: Cursor) => void;
}

/** Pixels around the ends of the outline that close it. */
const CLOSING_RADIUS_PX = 12;
const TOUCH_CLOSING_RADIUS_PX = 22;
/** Distance in pixels after which a pressed pointer draws freehand. */
const DRAG_PX = 8;
/** Pixels between two points of a freehand line. */
const LINE_STEP_PX = 3;

/** Covers the map inside its container, so that the keys and the wheel still move the map. */
export function DrawingSurface(props: SurfaceProps & { ref: Ref<HTMLDivElement>; statusId: string }) {
  const { ref, statusId, map, drawing, cursor } = props;
  const { outline } = drawing;
  const { line, ...pointerHandlers } = usePointer(props);
  const drawn = [...outline, ...line];
  const last = outline.slice(-1);
  return (
    // An application is interactive, and screen readers pass all keys on to it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={ref}
      className="draw-area"
      role="application"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Map to draw an area on"
      aria-describedby={statusId}
      onKeyDown={(event) => onKey(event, props)}
      {...pointerHandlers}
    >
      <svg className="draw-area__lines" aria-hidden>
        <marker id="drawn-point" viewBox="-6 -6 12 12" markerWidth="12" markerHeight="12" markerUnits="userSpaceOnUse">
          <circle r="4" />
        </marker>
        <marker id="first-point" viewBox="-9 -9 18 18" markerWidth="18" markerHeight="18" markerUnits="userSpaceOnUse">
          <circle r="7" />
        </marker>
        <MapLine map={map} positions={drawn} className="draw-area__outline" />
        {cursor && line.length === 0 && (
          <MapLine
            map={map}
            positions={cursor === 'centre' ? last : [...last, cursor]}
            endsAtCentre={cursor === 'centre'}
            className="draw-area__next"
          />
        )}
      </svg>
      {cursor === 'centre' && <i className="draw-area__cross" />}
    </div>
  );
}

/** The arrow keys and those that zoom are left to the map. */
function onKey(event: KeyboardEvent, { map, drawing, cursor, onCursor }: SurfaceProps): void {
  if (event.key === 'Backspace') return drawing.undo();
  if (event.key.startsWith('Arrow')) return onCursor('centre');
  if (event.key !== ' ' && event.key !== 'Enter') return;
  event.preventDefault();
  // A key held down would close the outline.
  if (event.repeat) return;
  if (event.key === 'Enter' && cursor !== 'centre') return drawing.finish(drawing.outline);
  onCursor('centre');
  const { lat, lng } = map.getCenter();
  drawing.add([{ latitude: lat, longitude: lng }], CLOSING_RADIUS_PX);
}

/** Returns the freehand line that is being drawn, and the handlers of the pointer. */
function usePointer({ map, drawing, onCursor }: SurfaceProps) {
  const path = useRef<ScreenPoint[]>(undefined);
  const [line, setLine] = useState<Outline>([]);
  const end = () => {
    path.current = undefined;
    setLine([]);
  };
  return {
    line,
    onPointerDown: (event: PointerEvent) => {
      // A second finger ends the line.
      if (!event.isPrimary) return end();
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      path.current = [toScreenPoint(event)];
      onCursor(undefined);
    },
    onPointerMove: (event: PointerEvent) => {
      const point = toScreenPoint(event);
      if (event.pointerType !== 'touch') onCursor(unproject(map, point));
      const drawn = path.current;
      if (!drawn || !event.isPrimary) return;
      if (getDistance(drawn.at(-1)!, point) < (drawn.length === 1 ? DRAG_PX : LINE_STEP_PX)) return;
      drawn.push(point);
      setLine(drawn.map((drawnPoint) => unproject(map, drawnPoint)));
    },
    onPointerUp: (event: PointerEvent) => {
      if (!path.current || !event.isPrimary) return;
      const radius = event.pointerType === 'touch' ? TOUCH_CLOSING_RADIUS_PX : CLOSING_RADIUS_PX;
      drawing.add(
        path.current.map((point) => unproject(map, point)),
        radius,
      );
      end();
    },
    onPointerCancel: end,
    onPointerLeave: () => path.current === undefined && onCursor(undefined),
  };
}

function toScreenPoint(event: PointerEvent): ScreenPoint {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
