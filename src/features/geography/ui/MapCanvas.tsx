import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { whenIdle } from './in-view/idle.ts';
import { Map as MapLibre, type MapOptions, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { getRegionRules } from '../region-rules.ts';
import { MAP_FONTS, type MapTheme, createMapStyle } from '../basemap/style.ts';
import { toFitOptions } from './map-surface.ts';
import { type MapTarget, type View, MAX_ZOOM, MAX_ZOOM_WITH_STREETS } from './markers.ts';

/** Milliseconds after which a map counts as drawn. */
const DRAWN_TIMEOUT_MS = 3_000;

export interface MapProps {
  readonly label: string;
  /** URL of a MapLibre style with streets that replaces the base map; {theme} stands for light or dark. */
  readonly styleUrl: string | null;
  /** The map moves when this becomes another object. */
  readonly target: MapTarget;
  readonly onMove?: ((view: View) => void) | undefined;
  /** One finger and the wheel scroll the page instead of the map. */
  readonly scrollsPage?: boolean;
  /** The alternative where no map can be drawn. */
  readonly alternative: string;
}

/**
 * A map without controls, or a message. Fills its box.
 * @param props.onCreate called with null if the browser cannot draw maps
 * @param props.onDrawn called when the map is drawn for the first time; it may be called again
 */
export default function MapCanvas(
  props: MapProps & { onCreate: (map: MapLibre | null) => void; onDrawn?: () => void },
) {
  const { label, styleUrl, target, onMove, scrollsPage = false, alternative, onCreate, onDrawn } = props;
  const box = useRef<HTMLDivElement>(null);
  const style = useMapStyle(styleUrl);
  const [map, setMap] = useState<MapLibre | null>();
  const report = useEffectEvent((moved: MapLibre, isUserMove: boolean) => onMove?.(getView(moved, isUserMove)));
  const hasStreets = styleUrl !== null;
  const reportDrawn = useEffectEvent(() => onDrawn?.());
  const reportCreated = useEffectEvent(onCreate);
  const start = useEffectEvent(() => createMap(box.current!, { target, hasStreets, scrollsPage, label }));

  // The map and then its style are created in separate idle callbacks: on a slow processor each would delay a click noticeably.
  useEffect(() => {
    let created: MapLibre | null = null;
    let drawnTimer: ReturnType<typeof setTimeout> | undefined;
    const cancel = whenIdle(() => {
      created = start();
      const map = created;
      setMap(map);
      if (map) {
        subscribeToMoves(map, (isUserMove) => report(map, isUserMove));
        report(map, false);
        map.once('load', () => reportDrawn());
        // A tile that does not arrive must not hide the others.
        drawnTimer = setTimeout(reportDrawn, DRAWN_TIMEOUT_MS);
      }
      reportCreated(map);
    });
    return () => {
      cancel();
      clearTimeout(drawnTimer);
      created?.remove();
    };
  }, []);
  useCamera(map, target, style, hasStreets);
  if (map === null) return <p className="map__failure">The map cannot be drawn here. {alternative}</p>;
  return <div ref={box} className="map__canvas" />;
}

/** Subscribes to the end of moves. Moves by the wheel can lack an original event, and so can the end of any move. */
function subscribeToMoves(map: MapLibre, callback: (isUserMove: boolean) => void): void {
  let isUserMove = false;
  const follow = (event: { readonly originalEvent?: unknown }) => {
    isUserMove ||= event.originalEvent !== undefined || 'isUserMove' in event || map.scrollZoom.isActive();
  };
  map.on('movestart', follow);
  map.on('move', follow);
  map.on('moveend', (event) => {
    follow(event);
    callback(isUserMove);
    isUserMove = false;
  });
}

/** Applies the camera and the style to the map. */
function useCamera(
  map: MapLibre | null | undefined,
  target: MapTarget,
  style: StyleSpecification | string,
  hasStreets: boolean,
): void {
  const applied = useRef(target);
  useEffect(() => {
    if (!map || applied.current === target) return;
    applied.current = target;
    if ('box' in target) map.fitBounds([...target.box] as Box, toFitOptions(target, hasStreets));
    else map.jumpTo({ center: [...target.center], zoom: target.zoom });
  }, [map, target, hasStreets]);
  useEffect(() => {
    if (!map) return undefined;
    // MapLibre cannot diff against a style that is still loading, and would log a warning.
    return whenIdle(() =>
      map.setStyle(style, {
        diff: Boolean(map.style) && map.isStyleLoaded() === true,
        // Our own styles are valid.
        validate: typeof style === 'string' && !style.startsWith('/'),
      }),
    );
  }, [map, style]);
}

type Box = [number, number, number, number];

/** Returns null if the browser does not support WebGL. */
function createMap(
  container: HTMLElement,
  {
    target,
    hasStreets,
    scrollsPage,
    label,
  }: { target: MapTarget; hasStreets: boolean; scrollsPage: boolean; label: string },
): MapLibre | null {
  const camera: Partial<MapOptions> =
    'box' in target
      ? { bounds: [...target.box] as Box, fitBoundsOptions: toFitOptions(target, hasStreets) }
      : { center: [...target.center], zoom: target.zoom };
  setWorkerUrl(workerUrl);
  try {
    const map = new MapLibre({
      container,
      ...camera,
      maxZoom: hasStreets ? MAX_ZOOM_WITH_STREETS : MAX_ZOOM,
      // Tiles are requested by a worker, which cannot resolve paths.
      transformRequest: (url) => ({ url: url.startsWith('/') ? location.origin + url : url }),
      // Fading labels in redraws the map twenty times.
      fadeDuration: 0,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: false,
      cooperativeGestures: scrollsPage,
      locale: { 'Map.Title': label },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    return map;
  } catch {
    return null;
  }
}

function getView(map: MapLibre, isUserMove: boolean): View {
  const { lng, lat } = map.getCenter();
  const bounds = map.getBounds();
  return {
    center: [lng, lat],
    zoom: map.getZoom(),
    bbox: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    isUserMove,
  };
}

/** Returns the style in the current colour scheme, or the URL of the other style. */
function useMapStyle(styleUrl: string | null): StyleSpecification | string {
  const [theme, setTheme] = useState(getTheme);
  useEffect(() => {
    const scheme = getDarkSchemeQuery();
    const follow = () => setTheme(getTheme());
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return useMemo(() => styleUrl?.replace('{theme}', theme) ?? createStyle(theme), [styleUrl, theme]);
}

function createStyle(theme: MapTheme): StyleSpecification {
  const tilesUrl = `${location.origin}/basemap/{z}/{x}/{y}.pbf`;
  const { mapAttribution: attribution } = getRegionRules();
  return createMapStyle({ theme, tilesUrl, attribution, fonts: MAP_FONTS });
}

function getTheme(): MapTheme {
  return getDarkSchemeQuery().matches ? 'dark' : 'light';
}

function getDarkSchemeQuery(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
