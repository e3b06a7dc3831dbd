import { type ReactNode, type Ref, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Map as MapLibre } from 'maplibre-gl';
import { DrawingSurface, type Cursor } from './DrawingSurface.tsx';
import { describeDrawing } from './instructions.ts';
import type { Outline } from './outline.ts';
import { type OutlineLimits, useOutline } from './useOutline.ts';
import './draw-area.css';

/**
 * Lets the user draw an area on a map: by clicking or tapping its points, by dragging, or by keyboard with the cross in the centre of the
 * map.
 * @param props.startsByKeyboard whether the cross is shown from the start
 */
export function AreaDrawing(props: {
  map: MapLibre;
  startsByKeyboard: boolean;
  limits: OutlineLimits;
  onFinish: (outline: Outline) => void;
  onCancel: () => void;
}) {
  const { map, startsByKeyboard, limits, onFinish, onCancel } = props;
  const [cursor, setCursor] = useState<Cursor>(startsByKeyboard ? 'centre' : undefined);
  const drawing = useOutline(map, limits, onFinish);
  const { outline, undo, finish } = drawing;
  const surface = useRef<HTMLDivElement>(null);
  useDrawingMode(map, surface);
  const statusId = useId();
  const count = outline.length;
  return (
    <DrawingPanel
      statusId={statusId}
      status={describeDrawing(count, limits.min, cursor === 'centre')}
      onCancel={onCancel}
    >
      {createPortal(
        <DrawingSurface
          ref={surface}
          statusId={statusId}
          map={map}
          drawing={drawing}
          cursor={cursor}
          onCursor={setCursor}
        />,
        map.getCanvasContainer(),
      )}
      <button
        type="button"
        className="button button--primary"
        aria-disabled={count < limits.min}
        onClick={() => finish(outline)}
      >
        Search this area
      </button>
      <button type="button" className="button" aria-disabled={count === 0} onClick={undo}>
        Undo
      </button>
    </DrawingPanel>
  );
}

/** Shown from the press of the button until the map is loaded, so that no key is lost without a word. */
export function LoadingAreaDrawing({ onCancel }: { onCancel: () => void }) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current!.focus({ preventScroll: true }), []);
  return <DrawingPanel ref={panel} statusId={useId()} status="The map is loading." onCancel={onCancel} />;
}

function DrawingPanel(props: {
  ref?: Ref<HTMLElement>;
  statusId: string;
  status: string;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { ref, statusId, status, onCancel, children } = props;
  return (
    // Escape does the same as the button Cancel, also on the map, whose events bubble to here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={ref}
      className="draw-area__panel"
      aria-label="Draw an area"
      aria-describedby={statusId}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
    >
      <output id={statusId}>{status}</output>
      <div className="draw-area__buttons">
        {children}
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  );
}

/** While an area is drawn, drags and clicks do not move the map, and the surface has the place of the map in the tab order. */
function useDrawingMode(map: MapLibre, surface: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const gestures = [map.dragPan, map.boxZoom, map.doubleClickZoom, map.touchZoomRotate];
    const canvas = map.getCanvas();
    for (const gesture of gestures) gesture.disable();
    canvas.tabIndex = -1;
    surface.current!.focus({ preventScroll: true });
    return () => {
      for (const gesture of gestures) gesture.enable();
      canvas.tabIndex = 0;
    };
  }, [map, surface]);
}
