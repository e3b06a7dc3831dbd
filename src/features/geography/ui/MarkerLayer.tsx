import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Map as MapLibre } from 'maplibre-gl';
import { followMap } from './follow.ts';
import { type Group, type Pin, pointAhead, radiusInPixels } from './markers.ts';

export interface MarkerLayerProps {
  readonly pins: readonly Pin[];
  readonly groups: readonly Group[];
  /** The highlighted location, shown in brackets with its title, even if it is inside a cluster. */
  readonly lit: Pin | undefined;
  readonly onLight?: (pin: Pin | undefined) => void;
  /** Called when a pin is opened. Without it, pins are only dots. */
  readonly onOpen?: (pin: Pin) => void;
  readonly onGroup?: (group: Group) => void;
}

/** Pixels reserved for the title beside a marker. */
const TIP_ROOM = 240;

/**
 * The markers of a map, as links and buttons. They are a single tab stop; arrow keys move between them.
 */
export function MarkerLayer(props: MarkerLayerProps & { map: MapLibre }) {
  const { map, pins, groups, lit, onLight, onOpen, onGroup } = props;
  const layer = useRef<HTMLUListElement>(null);
  // Clusters come last, so that they are above the pins.
  const markers = useMemo(
    () => [...pins, ...groups].map((marker) => ({ marker, key: getKey(marker) })),
    [pins, groups],
  );
  const [stop, setStop] = useState<string>();
  const stopKey = markers.some(({ key }) => key === stop) ? stop : markers[0]?.key;
  useArrowKeys(layer);
  return createPortal(
    <>
      <ul ref={layer} className="map__markers" aria-label="Locations on the map">
        {markers.map(({ marker, key }) => (
          <Positioned key={key} map={map} at={marker} className="marker">
            {'total' in marker ? (
              <button
                type="button"
                className="marker__group"
                tabIndex={key === stopKey ? 0 : -1}
                aria-label={`${marker.total.toLocaleString('en-GB')} locations, zoom in`}
                onFocus={() => setStop(key)}
                onClick={() => onGroup?.(marker)}
              >
                {formatShort(marker.total)}
              </button>
            ) : (
              <a
                href={marker.href}
                className="marker__pin"
                draggable={false}
                tabIndex={key === stopKey ? 0 : -1}
                aria-label={marker.title}
                onFocus={() => {
                  setStop(key);
                  onLight?.(marker);
                }}
                onBlur={() => onLight?.(undefined)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && onLight?.(marker)}
                onPointerLeave={() => onLight?.(undefined)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen?.(marker);
                }}
              />
            )}
          </Positioned>
        ))}
      </ul>
      {lit && <HighlightedMarker map={map} pin={lit} />}
    </>,
    map.getCanvasContainer(),
  );
}

/** The highlighted marker. Hidden from screen readers, which read the focused marker. */
function HighlightedMarker({ map, pin }: { map: MapLibre; pin: Pin }) {
  const nearEdge = map.project([pin.longitude, pin.latitude]).x > map.getContainer().clientWidth - TIP_ROOM;
  return (
    <div className="map__lit" aria-hidden>
      <Positioned map={map} at={pin} className={nearEdge ? 'marker marker--lit marker--edge' : 'marker marker--lit'}>
        <i className="marker__dot" />
        <span className="map__tip">{pin.title}</span>
      </Positioned>
    </div>
  );
}

/** An element at a geographic position, with the area around it if the position is not exact. */
function Positioned(props: { map: MapLibre; at: Pin | Group; className: string; children: React.ReactNode }) {
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

/** Moves the focus between markers. The listener is below the map, which would pan with the same keys. */
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

function getKey(marker: Pin | Group): string {
  return 'total' in marker ? marker.bbox.join() : marker.id;
}

/** Formats a count to fit into a marker. */
function formatShort(total: number): string {
  return total < 1_000 ? String(total) : `${Math.floor(total / 100) / 10}k`;
}
