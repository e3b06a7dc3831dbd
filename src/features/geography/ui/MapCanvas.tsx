import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Minus, Plus } from '../../../ui/icons.tsx';
import { whenIdle } from '../../../ui/idle.ts';
import { Map as MapLibre, type MapOptions, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { MAP_ATTRIBUTION, mapStyle } from '../basemap/style.ts';
import { MarkerLayer, type MarkerLayerProps } from './MarkerLayer.tsx';
import type { Aim, Group, View } from './markers.ts';

const FONTS = ['Archivo Variable', 'Helvetica Neue', 'Arial', 'sans-serif'];
/** Maximum zoom when the map fits to results: the base map has no streets, so a single location is shown with its surroundings. */
const MAX_FIT_ZOOM = 9;
const MAX_ZOOM = 14;
/** Pixels of padding around a cluster that is zoomed to. */
const GROUP_MARGIN = 64;
/** Size in degrees below which a cluster cannot be separated by zooming. */
const SAME_POSITION_DEGREES = 0.0002;

export interface MapProps extends Omit<MarkerLayerProps, 'onGroup'> {
  readonly label: string;
  /** Address of another MapLibre style; null for the built-in base map. */
  readonly styleUrl: string | null;
  /** The target view; the map moves when the object changes. */
  readonly aim: Aim;
  readonly onMove?: ((view: View) => void) | undefined;
  /** Called for a cluster that cannot be separated by zooming. */
  readonly onInseparable?: (group: Group) => void;
  /** Lets one finger and the wheel scroll the page instead of moving the map. */
  readonly scrollsPage?: boolean;
  /** Renders further elements on the map. */
  readonly layer?: (map: MapLibre) => ReactNode;
  /** An alternative, shown if the browser cannot draw maps. */
  readonly otherwise?: string;
}

/** A map with markers, zoom buttons and attribution. It fills its container. */
export default function MapCanvas(props: MapProps) {
  const { label, styleUrl, aim, onMove, onInseparable, scrollsPage = false, layer, otherwise, ...markers } = props;
  const box = useRef<HTMLDivElement>(null);
  const style = useMapStyle(styleUrl);
  const [map, setMap] = useState<MapLibre | 'impossible'>();
  const report = useEffectEvent((moved: MapLibre, byVisitor: boolean) => onMove?.(getView(moved, byVisitor)));
  const start = useEffectEvent(() => createMap(box.current!, aim, scrollsPage, label));

  // The map is created in an idle callback, and its style is set in another one: on a slow CPU each takes longer than an input event
  // may wait.
  useEffect(() => {
    let created: MapLibre | undefined;
    const cancel = whenIdle(() => {
      created = start();
      setMap(created ?? 'impossible');
      if (!created) return;
      const map = created;
      onMoved(map, (byVisitor) => report(map, byVisitor));
      report(map, false);
    });
    return () => {
      cancel();
      created?.remove();
    };
  }, []);
  useMapUpdates(map, aim, style);
  const openGroup = (group: Group) => {
    if (map === undefined || map === 'impossible') return;
    if (isInseparable(group, map.getZoom())) onInseparable?.(group);
    else map.fitBounds([...group.bbox] as Box, { padding: GROUP_MARGIN, maxZoom: MAX_ZOOM }, { byVisitor: true });
  };

  if (map === 'impossible') {
    const other = otherwise ?? 'The list shows the same locations.';
    return <p className="map__failure">The map cannot be drawn here. {other}</p>;
  }
  return (
    <>
      <div ref={box} className="map__canvas" />
      {map && (
        <>
          <MarkerLayer map={map} {...markers} onGroup={openGroup} />
          {layer?.(map)}
          <div className="map__tools">
            <button
              type="button"
              className="icon-button"
              aria-label="Zoom in"
              onClick={() => map.zoomIn({}, { byVisitor: true })}
            >
              <Plus />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label="Zoom out"
              onClick={() => map.zoomOut({}, { byVisitor: true })}
            >
              <Minus />
            </button>
          </div>
          <Attribution map={map} own={styleUrl === null} />
        </>
      )}
    </>
  );
}

/** Calls back after every move. The wheel's may carry no event, nor may the end of any. */
function onMoved(map: MapLibre, callback: (byVisitor: boolean) => void): void {
  let byVisitor = false;
  const follow = (event: { readonly originalEvent?: unknown }) => {
    byVisitor ||= event.originalEvent !== undefined || 'byVisitor' in event || map.scrollZoom.isActive();
  };
  map.on('movestart', follow);
  map.on('move', follow);
  map.on('moveend', (event) => {
    follow(event);
    callback(byVisitor);
    byVisitor = false;
  });
}

/** Moves the map when the target view changes, and updates its style when the theme changes. */
function useMapUpdates(map: MapLibre | 'impossible' | undefined, aim: Aim, style: StyleSpecification | string): void {
  const followed = useRef(aim);
  useEffect(() => {
    if (map === undefined || map === 'impossible') return;
    if (followed.current !== aim) {
      followed.current = aim;
      if ('box' in aim) map.fitBounds([...aim.box] as Box, { padding: aim.padding, maxZoom: getMaxZoom(aim) });
      else map.jumpTo({ center: [...aim.center], zoom: aim.zoom });
    }
  }, [map, aim]);
  useEffect(() => {
    if (map === undefined || map === 'impossible') return undefined;
    // A style that is still loading cannot be diffed; MapLibre would log a warning.
    return whenIdle(() =>
      map.setStyle(style, {
        diff: Boolean(map.style) && map.isStyleLoaded() === true,
        validate: typeof style === 'string',
      }),
    );
  }, [map, style]);
}

type Box = [number, number, number, number];

/** Whether the cluster cannot be separated by zooming: all at one position, or maximum zoom. */
function isInseparable({ bbox: [west, south, east, north] }: Group, zoom: number): boolean {
  return zoom >= MAX_ZOOM || Math.max(east - west, north - south) < SAME_POSITION_DEGREES;
}

/** Returns the maximum zoom of a target view. An area without padding is shown exactly. */
function getMaxZoom(aim: { padding: number }): number {
  return aim.padding === 0 ? MAX_ZOOM : MAX_FIT_ZOOM;
}

/** Creates the map; undefined if the browser cannot draw maps. */
function createMap(container: HTMLElement, aim: Aim, scrollsPage: boolean, label: string): MapLibre | undefined {
  const camera: Partial<MapOptions> =
    'box' in aim
      ? { bounds: [...aim.box] as Box, fitBoundsOptions: { padding: aim.padding, maxZoom: getMaxZoom(aim) } }
      : { center: [...aim.center], zoom: aim.zoom };
  setWorkerUrl(workerUrl);
  try {
    const map = new MapLibre({
      container,
      ...camera,
      maxZoom: MAX_ZOOM,
      // Fading labels would make a slow CPU draw the whole map twenty times.
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
    return undefined;
  }
}

function getView(map: MapLibre, byVisitor: boolean): View {
  const { lng, lat } = map.getCenter();
  const bounds = map.getBounds();
  return {
    center: [lng, lat],
    zoom: map.getZoom(),
    bbox: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    byVisitor,
  };
}

/** Returns the built-in style in the current theme, or the address of the other style. */
function useMapStyle(styleUrl: string | null): StyleSpecification | string {
  const [own, setOwn] = useState(() => ownStyle(darkScheme()));
  useEffect(() => {
    const scheme = darkScheme();
    const follow = () => setOwn(ownStyle(scheme));
    scheme.addEventListener('change', follow);
    return () => scheme.removeEventListener('change', follow);
  }, []);
  return styleUrl ?? own;
}

function ownStyle(dark: MediaQueryList): StyleSpecification {
  const tilesUrl = `${location.origin}/basemap/{z}/{x}/{y}.pbf`;
  return mapStyle({ theme: dark.matches ? 'dark' : 'light', tilesUrl, fonts: FONTS });
}

function darkScheme(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** The attribution of the map; for another style, that of its sources. */
function Attribution({ map, own }: { map: MapLibre; own: boolean }) {
  const [credit, setCredit] = useState(own ? MAP_ATTRIBUTION : '');
  useEffect(() => {
    if (own) return undefined;
    const read = () => setCredit(attributions(map));
    map.on('sourcedata', read);
    return () => void map.off('sourcedata', read);
  }, [map, own]);
  return credit && <p className="map__credit">{credit}</p>;
}

function attributions(map: MapLibre): string {
  const sources = Object.keys(map.getStyle()?.sources ?? {});
  const html = sources.map((id) => (map.getSource(id) as { attribution?: string } | undefined)?.attribution ?? '');
  const texts = html.map((text) => new DOMParser().parseFromString(text, 'text/html').body.textContent ?? '');
  return [...new Set(texts.filter(Boolean))].join(' | ');
}
