import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useDragState } from '../../../../../ui/useDragState.ts';
import { lazyPart } from '../../../../../ui/LazyMount.tsx';
import type { Map as MapLibre } from 'maplibre-gl';
import { followMap } from '../../../../geography/ui/follow-map.ts';
import type { MapTarget, Pin } from '../../../../geography/ui/markers.ts';
import { toPublicPosition } from '../../../catalogue/published/public-position.ts';
import { MAP_HINT_ID, formatPosition, roundToMetre } from './coordinates.ts';
import type { MapPrecision, Position } from '../../../../geography/schema.ts';
import './position.css';

const InteractiveMap = lazyPart(() => import('../../../../geography/ui/InteractiveMap.tsx'));

/** Pixels that an arrow key moves the point by, and with Shift. */
const STEP_PX = 8;
const LARGE_STEP_PX = 48;
const KEYS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
interface PointProps {
  readonly point: Position | null;
  readonly onPick: (point: Position) => void;
}

/**
 * A map with a point that is set by clicks, by dragging or with the arrow keys. Also shows the public position.
 * @param props.onCentre called with the centre of the map after each move
 */
export function PointMap(
  props: PointProps & {
    precision: MapPrecision;
    target: MapTarget;
    styleUrl: string | null;
    onCentre: (centre: Position) => void;
  },
) {
  const { point, precision, target, styleUrl, onPick, onCentre } = props;
  const publicPin: Pin | undefined = useMemo(
    () => (point ? { id: 'public', title: '', href: '', precision, ...toPublicPosition(point, precision) } : undefined),
    [point, precision],
  );
  return (
    <InteractiveMap
      label="Map to set the location area on"
      styleUrl={styleUrl}
      target={target}
      pins={[]}
      clusters={[]}
      highlighted={publicPin}
      scrollsPage
      alternative="Type the coordinates below."
      onMove={({ center: [longitude, latitude] }) => onCentre({ latitude, longitude })}
      layer={(map) => <PointMarker map={map} point={point} onPick={onPick} />}
    />
  );
}

/** Beside the map in the DOM instead of inside it, so that its keys and drags do not move the map too. */
function PointMarker({ map, point, onPick }: PointProps & { map: MapLibre }) {
  /** The position during a drag. */
  const [dragged, latest, setDragged] = useDragState<Position>();
  const layer = useRef<HTMLDivElement>(null);
  useMapClicks(map, onPick);
  const shown = dragged ?? point;
  const mark = useFollowPosition(map, shown);
  const unproject = (x: number, y: number): Position => {
    const { lat, lng } = map.unproject([x, y]);
    return roundToMetre({ latitude: lat, longitude: lng });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step || !point) return;
    event.preventDefault();
    const by = event.shiftKey ? LARGE_STEP_PX : STEP_PX;
    const { x, y } = map.project([point.longitude, point.latitude]);
    const moved = unproject(x + by * step[0], y + by * step[1]);
    onPick(moved);
    if (!map.getBounds().contains([moved.longitude, moved.latitude]))
      map.jumpTo({ center: [moved.longitude, moved.latitude] });
  };
  return (
    <div ref={layer} className="point-map__layer">
      {shown && (
        <div
          ref={mark}
          role="slider"
          tabIndex={0}
          className="point-map__point"
          aria-label="Your location"
          aria-describedby={MAP_HINT_ID}
          aria-valuemin={-90}
          aria-valuemax={90}
          aria-valuenow={shown.latitude}
          aria-valuetext={formatPosition(shown)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => event.button === 0 && event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
            const box = layer.current!.getBoundingClientRect();
            setDragged(unproject(event.clientX - box.left, event.clientY - box.top));
          }}
          onPointerUp={() => {
            if (latest.current) onPick(latest.current);
            setDragged(undefined);
          }}
          onPointerCancel={() => setDragged(undefined)}
        />
      )}
    </div>
  );
}

function useMapClicks(map: MapLibre, onPick: (point: Position) => void): void {
  const latest = useRef(onPick);
  useLayoutEffect(() => {
    latest.current = onPick;
  });
  useLayoutEffect(() => {
    const pick = ({ lngLat }: { readonly lngLat: { readonly lat: number; readonly lng: number } }) =>
      latest.current(roundToMetre({ latitude: lngLat.lat, longitude: lngLat.lng }));
    map.on('click', pick);
    return () => void map.off('click', pick);
  }, [map]);
}

/** Keeps an element over a position while the map moves. */
function useFollowPosition(map: MapLibre, position: Position | null) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!position) return undefined;
    return followMap(map, () => {
      const { x, y } = map.project([position.longitude, position.latitude]);
      element.current!.style.transform = `translate(${x}px, ${y}px)`;
    });
  }, [map, position]);
  return element;
}
