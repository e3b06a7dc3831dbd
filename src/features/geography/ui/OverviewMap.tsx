import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Map as MapLibre } from 'maplibre-gl';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import { OVERVIEW_PX, formatOverviewPath, toOverviewCamera } from '../basemap/overview.ts';
import type { MapProps } from './MapCanvas.tsx';
import { MapControls, type MarkerProps } from './MapControls.tsx';
import { type MapStep, takeStep } from './map-step.ts';
import { createFixedSurface, getTargetView } from './map-surface.ts';
import type { Cluster, View } from './markers.ts';

const MapCanvas = lazyPart(() => import('./MapCanvas.tsx'));

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A map that is an image with the same controls until somebody points at it, touches it, moves the focus into it or zooms: the program that
 * draws and moves a map is larger than the rest of the page, and most visitors only look.
 * @param props.isUsed whether the map is loaded
 * @param props.onUse called when the overview is used
 * @param props.onUnexpandableCluster called for a cluster that zooming cannot separate
 * @param props.layer further content of the map; before it is created, of the overview
 */
export function OverviewMap(
  props: MapProps &
    MarkerProps & {
      isUsed: boolean;
      onUse: () => void;
      onUnexpandableCluster: (cluster: Cluster) => void;
      layer: (map: MapLibre | undefined) => ReactNode;
    },
) {
  const { label, styleUrl, target, onMove, alternative, isUsed, onUse, onUnexpandableCluster, layer, ...markers } =
    props;
  /** Null if the browser cannot draw maps. */
  const [map, setMap] = useState<MapLibre | null>();
  const [isDrawn, setDrawn] = useState(false);
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const size = useSize(map === undefined ? element : null);
  const view = useMemo(
    () => (size ? getTargetView(target, size, styleUrl !== null) : undefined),
    [size, target, styleUrl],
  );
  const overview = useMemo(() => (element && view ? createFixedSurface(element, view) : undefined), [element, view]);
  const report = useEffectEvent((shown: View) => onMove?.(shown));
  useEffect(() => {
    if (view) report(view);
  }, [view]);

  /** The map that was created, before the controls belong to it. */
  const created = useRef<MapLibre>(undefined);
  const firstStep = useRef<MapStep>(undefined);
  const press = useRef<Promise<void>>(undefined);
  const move = (step: MapStep) => {
    onUse();
    if (created.current) takeStep(created.current, step, onUnexpandableCluster);
    else firstStep.current = step;
  };
  const onCreate = async (next: MapLibre | null) => {
    created.current = next ?? undefined;
    if (next && firstStep.current) takeStep(next, firstStep.current, onUnexpandableCluster);
    // A marker that is replaced while it is pressed would miss the click.
    await press.current;
    keepMarkerFocus(() => flushSync(() => setMap(next)));
  };
  const surface = map ?? overview;
  return (
    // The controls inside have their own roles; this only notices that they are used.
    <div
      role="presentation"
      className={isDrawn ? 'map__box' : 'map__box map__box--overview'}
      onPointerMove={onUse}
      onPointerDown={() => {
        onUse();
        press.current = waitForRelease();
      }}
      onFocus={onUse}
      onWheel={onUse}
    >
      <div ref={setElement} className="map__overview">
        {size && view && !isDrawn && map !== null && <OverviewImage label={label} view={view} size={size} />}
      </div>
      {isUsed && (
        <Suspense fallback={null}>
          <MapCanvas
            {...{ label, styleUrl, target, alternative }}
            onCreate={onCreate}
            onDrawn={() => setDrawn(true)}
            onMove={(moved) => {
              // Whoever moves the map wants to see that it moves.
              if (moved.isUserMove) setDrawn(true);
              onMove?.(moved);
            }}
          />
        </Suspense>
      )}
      {surface && map !== null && (
        <MapControls surface={surface} map={map} isBaseMap={styleUrl === null} {...markers} onStep={move}>
          {layer(map)}
        </MapControls>
      )}
    </div>
  );
}

/** Larger than its box, in which it is centred. */
function OverviewImage({ label, view, size }: { label: string; view: View; size: Size }) {
  const camera = toOverviewCamera(view, size);
  const width = OVERVIEW_PX * 2 ** (view.zoom - camera.zoom);
  return <img src={formatOverviewPath(camera)} alt={label} style={{ width, height: width }} />;
}

/** The size of an element in pixels; undefined before it is known. */
function useSize(element: HTMLElement | null): Size | undefined {
  const [size, setSize] = useState<Size>();
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** Waits until the pointer is released and its click has been handled. */
function waitForRelease(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, () => setTimeout(resolve), { once: true });
  });
}

/** Replaces the markers, and moves the focus from one of them to the one that takes its place. */
function keepMarkerFocus(replace: () => void): void {
  const name = document.querySelector('.map__markers :focus')?.getAttribute('aria-label');
  replace();
  if (name)
    document
      .querySelector<HTMLElement>(`.map__markers [aria-label="${CSS.escape(name)}"]`)
      ?.focus({ preventScroll: true });
}
