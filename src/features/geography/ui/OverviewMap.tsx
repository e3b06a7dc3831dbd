import { type ReactNode, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import { OVERVIEW_PX, formatOverviewPath, toOverviewCamera } from '../basemap/overview.ts';
import { getRegionRules } from '../region-rules.ts';
import type { MapProps } from './MapCanvas.tsx';
import { type MapStep, MapTools } from './MapTools.tsx';
import { MarkerLayer } from './MarkerLayer.tsx';
import { createFixedSurface, getTargetView } from './map-surface.ts';
import type { View } from './markers.ts';

const MapCanvas = lazyPart(() => import('./MapCanvas.tsx'));

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A map that is an image with the same markers until somebody points at it, touches it, moves the focus into it or zooms: the program that
 * draws and moves a map is larger than the rest of the page, and most visitors only look.
 * @param props.isWanted whether the map is loaded at once
 * @param props.overviewLayer additional content before the map is loaded
 */
export function OverviewMap(props: MapProps & { isWanted: boolean; overviewLayer: ReactNode }) {
  const { isWanted, overviewLayer, ...map } = props;
  const { label, styleUrl, target, onMove, layer: _, ...markers } = map;
  const [isUsed, setUsed] = useState(isWanted);
  const [isReady, setReady] = useState(isWanted);
  const [isDrawn, setDrawn] = useState(isWanted);
  const [firstStep, setFirstStep] = useState<MapStep>();
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const size = useSize(isReady ? null : element);
  const view = useMemo(
    () => (size ? getTargetView(target, size, styleUrl !== null) : undefined),
    [size, target, styleUrl],
  );
  const surface = useMemo(() => (element && view ? createFixedSurface(element, view) : undefined), [element, view]);
  const report = useEffectEvent((shown: View) => onMove?.(shown));
  useEffect(() => {
    if (view) report(view);
  }, [view]);
  const use = () => setUsed(true);
  const step = (next: MapStep) => {
    use();
    setFirstStep(next);
  };
  return (
    // The controls inside have their own roles; this only notices that they are used.
    <div role="presentation" className="map__box" onPointerMove={use} onPointerDown={use} onFocus={use} onWheel={use}>
      <div ref={setElement} className="map__overview">
        {size && view && !isDrawn && <OverviewImage label={label} view={view} size={size} />}
      </div>
      {isUsed && (
        <Suspense fallback={null}>
          <MapCanvas
            {...map}
            firstStep={firstStep}
            onDrawn={() => setDrawn(true)}
            onMove={(moved) => {
              setReady(true);
              // Whoever moves the map wants to see that it moves.
              if (moved.isUserMove) setDrawn(true);
              onMove?.(moved);
            }}
          />
        </Suspense>
      )}
      {surface && !isReady && (
        <>
          <KeepFocus />
          <MarkerLayer map={surface} {...markers} onCluster={step} />
          {overviewLayer}
          <MapTools onStep={step} />
          <p className="map__credit">{getRegionRules().mapAttribution}</p>
        </>
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

/** When the markers of the overview give way to those of the map, the focus moves to the same one. It must be mounted before them. */
function KeepFocus() {
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement?.closest('.map__markers :is(a, button), .map__tools button');
      const name = focused?.getAttribute('aria-label');
      if (name)
        queueMicrotask(() =>
          document
            .querySelector<HTMLElement>(`.map__box :is(a, button)[aria-label="${CSS.escape(name)}"]`)
            ?.focus({ preventScroll: true }),
        );
    },
    [],
  );
  return null;
}
