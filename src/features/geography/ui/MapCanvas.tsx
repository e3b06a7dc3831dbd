import { Fragment, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { IconButton, Minus, Plus } from '../../../ui/icons.tsx';
import { whenIdle } from './in-view/idle.ts';
import { Map as MapLibre, type MapOptions, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { getRegionRules } from '../region-rules.ts';
import { MAP_FONTS, type MapTheme, createMapStyle } from '../basemap/style.ts';
import { MarkerLayer, type MarkerLayerProps } from './MarkerLayer.tsx';
import { type Cluster, type MapBox, type MapTarget, type View, MAX_ZOOM, MAX_ZOOM_WITH_STREETS } from './markers.ts';

/** Default zoom limit of fitting a box. Where the map has no streets, a single location needs its surroundings. */
const MAX_FIT_ZOOM = 9;
const MAX_FIT_ZOOM_WITH_STREETS = 14;
/** Pixels around a cluster that the map zooms to. */
const CLUSTER_PADDING = 64;
/** Distance in degrees below which zooming cannot separate locations. */
const SAME_PLACE_DEGREES = 0.0002;

export interface MapProps extends Omit<MarkerLayerProps, 'onCluster'> {
  readonly label: string;
  /** URL of a MapLibre style with streets that replaces the base map; {theme} stands for light or dark. */
  readonly styleUrl: string | null;
  /** The map moves when this becomes another object. */
  readonly target: MapTarget;
  readonly onMove?: ((view: View) => void) | undefined;
  /** Called for a cluster that zooming cannot separate. */
  readonly onUnexpandableCluster?: (cluster: Cluster) => void;
  /** One finger and the wheel scroll the page instead of the map. */
  readonly scrollsPage?: boolean;
  /** Additional content of the map. */
  readonly layer?: (map: MapLibre) => ReactNode;
  /** Shown with the error message when no map can be drawn. */
  readonly alternative?: string;
}

/** A map with markers, zoom buttons and attribution. Fills its box. */
export default function MapCanvas(props: MapProps) {
  const {
    label,
    styleUrl,
    target,
    onMove,
    onUnexpandableCluster,
    scrollsPage = false,
    layer,
    alternative,
    ...markers
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const style = useMapStyle(styleUrl);
  /** Null if the browser cannot draw maps. */
  const [map, setMap] = useState<MapLibre | null>();
  const report = useEffectEvent((moved: MapLibre, isUserMove: boolean) => onMove?.(getView(moved, isUserMove)));
  const hasStreets = styleUrl !== null;
  const start = useEffectEvent(() => createMap(box.current!, { target, hasStreets, scrollsPage, label }));

  // The map and then its style are created in separate idle callbacks: on a slow processor each would delay a click noticeably.
  useEffect(() => {
    let created: MapLibre | null = null;
    const cancel = whenIdle(() => {
      created = start();
      const map = created;
      setMap(map);
      if (!map) return;
      subscribeToMoves(map, (isUserMove) => report(map, isUserMove));
      report(map, false);
    });
    return () => {
      cancel();
      created?.remove();
    };
  }, []);
  useCamera(map, target, style, hasStreets);
  const openCluster = (cluster: Cluster) => {
    if (!map) return;
    if (isUnexpandable(cluster, map)) onUnexpandableCluster?.(cluster);
    else map.fitBounds([...cluster.bbox] as Box, { padding: CLUSTER_PADDING }, { isUserMove: true });
  };

  if (map === null) {
    const hint = alternative ?? 'The list shows the same locations.';
    return <p className="map__failure">The map cannot be drawn here. {hint}</p>;
  }
  return (
    <>
      <div ref={box} className="map__canvas" />
      {map && (
        <>
          <MarkerLayer map={map} {...markers} onCluster={openCluster} />
          {layer?.(map)}
          <div className="map__tools">
            <IconButton label="Zoom in" onClick={() => map.zoomIn({}, { isUserMove: true })}>
              <Plus />
            </IconButton>
            <IconButton label="Zoom out" onClick={() => map.zoomOut({}, { isUserMove: true })}>
              <Minus />
            </IconButton>
          </div>
          <Credit map={map} own={styleUrl === null} />
        </>
      )}
    </>
  );
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

function toFitOptions({ padding, maxZoom }: MapBox, hasStreets: boolean): { padding: number; maxZoom: number } {
  return { padding, maxZoom: maxZoom ?? (hasStreets ? MAX_FIT_ZOOM_WITH_STREETS : MAX_FIT_ZOOM) };
}

/** Whether the locations are in one place, or the map is at its maximum zoom. */
function isUnexpandable({ bbox: [west, south, east, north] }: Cluster, map: MapLibre): boolean {
  return map.getZoom() >= map.getMaxZoom() || Math.max(east - west, north - south) < SAME_PLACE_DEGREES;
}

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

/** Attribution: of the base map, or of the sources of another style. */
function Credit({ map, own }: { map: MapLibre; own: boolean }) {
  const [credits, setCredits] = useState<readonly Attribution[]>(
    own ? [{ text: getRegionRules().mapAttribution }] : [],
  );
  useEffect(() => {
    if (own) return undefined;
    const read = () => setCredits(readAttributions(map));
    map.on('sourcedata', read);
    return () => void map.off('sourcedata', read);
  }, [map, own]);
  if (credits.length === 0) return null;
  return (
    <p className="map__credit">
      {credits.map(({ text, href }, index) => (
        <Fragment key={text}>
          {index > 0 && ' | '}
          {href ? <a href={href}>{text}</a> : text}
        </Fragment>
      ))}
    </p>
  );
}

interface Attribution {
  readonly text: string;
  readonly href?: string | undefined;
}

/** Returns the texts of the attributions, and the first link of each. */
function readAttributions(map: MapLibre): Attribution[] {
  const sources = Object.keys(map.getStyle()?.sources ?? {});
  const html = sources.map((id) => (map.getSource(id) as { attribution?: string } | undefined)?.attribution ?? '');
  return [...new Set(html)].flatMap((attribution) => {
    const { body } = new DOMParser().parseFromString(attribution, 'text/html');
    const text = body.textContent;
    return text ? [{ text, href: body.querySelector<HTMLAnchorElement>('a[href^="https:"]')?.href }] : [];
  });
}
