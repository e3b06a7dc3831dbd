import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Position } from '../schema.ts';
import { MapLine } from './MapLine.tsx';
import { followMap } from './follow-map.ts';
import type { MapSurface } from './map-surface.ts';
import { type Cluster, type Pin, findPointAhead, getRadiusInPixels } from './markers.ts';
import { formatNumber } from '../../../platform/text/numbers.ts';

export interface MarkerLayerProps {
  readonly pins: readonly Pin[];
  readonly clusters: readonly Cluster[];
  /** Highlighted with brackets and its title, even inside a cluster. */
  readonly highlighted: Pin | undefined;
  readonly onHighlight?: (pin: Pin | undefined) => void;
  /** Without it, pins are not interactive. */
  readonly onOpen?: (pin: Pin) => void;
  readonly onCluster?: (cluster: Cluster) => void;
  /** Takes the markers out of the tab order. */
  readonly isInert?: boolean;
  /** An area that is outlined under the markers. */
  readonly outline?: readonly Position[] | undefined;
}

/** Pixels reserved for the title beside a marker. */
const TOOLTIP_WIDTH = 240;

/** The markers of a map, as links and buttons that move with it. One tab stop (roving tabindex); arrow keys move the focus between them. */
export function MarkerLayer(props: MarkerLayerProps & { map: MapSurface }) {
  const { map, pins, clusters, highlighted, onHighlight, onOpen, onCluster, isInert = false, outline } = props;
  const layer = useRef<HTMLUListElement>(null);
  // Clusters last, so that they are drawn above pins.
  const spots = useMemo(() => [...pins, ...clusters].map((spot) => ({ spot, key: getKey(spot) })), [pins, clusters]);
  const [stop, setStop] = useState<string>();
  const stopKey = spots.some(({ key }) => key === stop) ? stop : spots[0]?.key;
  useArrowKeys(layer);
  return createPortal(
    <>
      {outline && (
        <svg className="map__outline" aria-hidden>
          <MapLine map={map} positions={outline} isClosed />
        </svg>
      )}
      <ul ref={layer} className="map__markers" aria-label="Locations on the map" inert={isInert}>
        {spots.map(({ spot, key }) => (
          <Marker key={key} map={map} at={spot} className="marker">
            {'total' in spot ? (
              <button
                type="button"
                className="marker__cluster"
                tabIndex={key === stopKey ? 0 : -1}
                aria-label={`${formatNumber(spot.total)} locations, zoom in`}
                onFocus={() => setStop(key)}
                onClick={() => onCluster?.(spot)}
              >
                {formatCount(spot.total)}
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
                  onHighlight?.(spot);
                }}
                onBlur={() => onHighlight?.(undefined)}
                onPointerEnter={(event) => event.pointerType === 'mouse' && onHighlight?.(spot)}
                onPointerLeave={() => onHighlight?.(undefined)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  onOpen?.(spot);
                }}
              />
            )}
          </Marker>
        ))}
      </ul>
      {highlighted && <HighlightedMarker map={map} pin={highlighted} />}
    </>,
    map.getCanvasContainer(),
  );
}

/** Hidden from assistive technology, which reads the title of the focused link. */
function HighlightedMarker({ map, pin }: { map: MapSurface; pin: Pin }) {
  const nearEdge = map.project([pin.longitude, pin.latitude]).x > map.getContainer().clientWidth - TOOLTIP_WIDTH;
  return (
    <div className="map__highlight" aria-hidden>
      <Marker
        map={map}
        at={pin}
        className={nearEdge ? 'marker marker--highlighted marker--edge' : 'marker marker--highlighted'}
      >
        <i className="marker__dot">
          <i className="brackets" />
        </i>
        <span className="map__tip">{pin.title}</span>
      </Marker>
    </div>
  );
}

/** Positions its children on the map, with a circle around an inexact position. */
function Marker(props: { map: MapSurface; at: Pin | Cluster; className: string; children: React.ReactNode }) {
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
        style.setProperty('--radius', `${getRadiusInPixels({ latitude, precision }, map.getZoom())}px`);
      }
    });
  }, [map, latitude, longitude, precision]);
  const Tag = className.includes('--highlighted') ? 'div' : 'li';
  return (
    <Tag ref={element} className={className}>
      {precision !== 'exact' && <i className="marker__area" />}
      {children}
    </Tag>
  );
}

/** Stops propagation, since the map itself moves with the same keys. */
function useArrowKeys(layer: React.RefObject<HTMLUListElement | null>): void {
  const move = useEffectEvent((event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow')) return;
    event.stopPropagation();
    event.preventDefault();
    const targets = [...layer.current!.querySelectorAll<HTMLElement>('a, button')];
    const places = targets.map((target) => target.getBoundingClientRect());
    const from = (event.target as Element).getBoundingClientRect();
    targets[findPointAhead(places, from, event.key)]?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const element = layer.current!;
    const listen = (event: KeyboardEvent) => move(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  }, [layer]);
}

function getKey(spot: Pin | Cluster): string {
  return 'total' in spot ? spot.bbox.join() : spot.id;
}

/** A count that fits into a marker. */
function formatCount(total: number): string {
  return total < 1_000 ? String(total) : `${Math.floor(total / 100) / 10}k`;
}
