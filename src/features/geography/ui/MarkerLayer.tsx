import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Map as MapLibre } from 'maplibre-gl';
import { followMap } from './follow.ts';
import { type Group, type Pin, pointAhead, radiusInPixels } from './markers.ts';

export interface MarkerLayerProps {
  readonly pins: readonly Pin[];
  readonly groups: readonly Group[];
  /** Drawn between brackets with its title, wherever it is and even inside a group. */
  readonly lit: Pin | undefined;
  readonly onLight?: (pin: Pin | undefined) => void;
  /** A pin was chosen; without this, it is no more than a dot. */
  readonly onOpen?: (pin: Pin) => void;
  readonly onGroup?: (group: Group) => void;
}

/** Pixels that the title beside a marker may need. */
const TIP_ROOM = 240;

/**
 * The markers of a map, as links and buttons that keep their places on it. They are one stop of the Tab key; arrow keys
 * lead from one to the next.
 */
export function MarkerLayer(props: MarkerLayerProps & { map: MapLibre }) {
  const { map, pins, groups, lit, onLight, onOpen, onGroup } = props;
  const layer = useRef<HTMLUListElement>(null);
  // Groups come last, so that they lie above the points.
  const spots = useMemo(() => [...pins, ...groups].map((spot) => ({ spot, key: keyOf(spot) })), [pins, groups]);
  const [stop, setStop] = useState<string>();
  const stopKey = spots.some(({ key }) => key === stop) ? stop : spots[0]?.key;
  useArrowKeys(layer);
  return createPortal(
    <>
      <ul ref={layer} className="map__markers" aria-label="Locations on the map">
        {spots.map(({ spot, key }) => (
          <Place key={key} map={map} at={spot} className="marker">
            {'total' in spot ? (
              <button
                type="button"
                className="marker__group"
                tabIndex={key === stopKey ? 0 : -1}
                aria-label={`${spot.total.toLocaleString('en-GB')} locations, zoom in`}
                onFocus={() => setStop(key)}
                onClick={() => onGroup?.(spot)}
              >
                {short(spot.total)}
              </button>
            ) : (
              <a
                href={spot.href}
                className="marker__pin"
                draggable={false}
                tabIndex={key === stopKey ? 0 : -1}
                aria-label={spot.title}
                onFocus={() => {
                  setStop(key);
                  onLight?.(spot);
                }}
                onBlur={() => onLight?.(undefined)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && onLight?.(spot)}
                onPointerLeave={() => onLight?.(undefined)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen?.(spot);
                }}
              />
            )}
          </Place>
        ))}
      </ul>
      {lit && <LitPlace map={map} pin={lit} />}
    </>,
    map.getCanvasContainer(),
  );
}

/** The one that is looked at. Its title is read where it has the focus; here it is only seen. */
function LitPlace({ map, pin }: { map: MapLibre; pin: Pin }) {
  const nearEdge = map.project([pin.longitude, pin.latitude]).x > map.getContainer().clientWidth - TIP_ROOM;
  return (
    <div className="map__lit" aria-hidden>
      <Place map={map} at={pin} className={nearEdge ? 'marker marker--lit marker--edge' : 'marker marker--lit'}>
        <i className="marker__dot" />
        <span className="map__tip">{pin.title}</span>
      </Place>
    </div>
  );
}

/** Stands at a position of the earth, with the area around it where the position is not exact. */
function Place(props: { map: MapLibre; at: Pin | Group; className: string; children: React.ReactNode }) {
  const { map, at, className, children } = props;
  const element = useRef<HTMLLIElement & HTMLDivElement>(null);
  const { latitude, longitude } = at;
  const precision = 'precision' in at ? at.precision : 'exact';
  useLayoutEffect(() => {
    return followMap(map, () => {
      const { x, y } = map.project([longitude, latitude]);
      const { style } = element.current!;
      style.transform = `translate(${x}px, ${y}px)`;
      if (precision !== 'exact') {
        style.setProperty('--radius', `${radiusInPixels({ latitude, precision }, map.getZoom())}px`);
      }
    });
  }, [map, latitude, longitude, precision]);
  const Tag = className.includes('--lit') ? 'div' : 'li';
  return (
    <Tag ref={element} className={className}>
      {precision !== 'exact' && <i className="marker__area" />}
      {children}
    </Tag>
  );
}

/** Listens below the map itself, which would move with the same keys. */
function useArrowKeys(layer: React.RefObject<HTMLUListElement | null>): void {
  const move = useEffectEvent((event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return;
    event.stopPropagation();
    event.preventDefault();
    const targets = [...layer.current!.querySelectorAll<HTMLElement>('a, button')];
    const places = targets.map((target) => target.getBoundingClientRect());
    const from = (event.target as Element).getBoundingClientRect();
    targets[pointAhead(places, from, event.key)]?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = layer.current!;
    const listen = (event: KeyboardEvent) => move(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [layer]);
}

function keyOf(spot: Pin | Group): string {
  return 'total' in spot ? spot.bbox.join() : spot.id;
}

/** A count that fits into a marker. */
function short(total: number): string {
  return total < 1_000 ? String(total) : `${Math.floor(total / 100) / 10}k`;
}
