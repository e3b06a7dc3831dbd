import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Minus, Plus } from '../../../ui/icons.tsx';
import { whenIdle } from '../../../ui/idle.ts';
import { Map as MapLibre, type MapOptions, type StyleSpecification, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { MAP_ATTRIBUTION, mapStyle } from '../basemap/style.ts';
import { MarkerLayer, type MarkerLayerProps } from './MarkerLayer.tsx';
import type { Aim, Group, View } from './markers.ts';

const FONTS = ['Archivo Variable', 'Helvetica Neue', 'Arial', 'sans-serif'];
/** A single place is shown with its surroundings, since the base map holds no streets. */
const CLOSEST_FIT = 9;
const CLOSEST = 14;
/** Pixels kept free around a group that is zoomed to. */
const GROUP_MARGIN = 64;
/** Degrees within which locations stand in one place. */
const ONE_PLACE = 0.0002;

export interface MapProps extends Omit<MarkerLayerProps, 'onGroup'> {
  readonly label: string;
  /** Another MapLibre style instead of our own base map. */
  readonly styleUrl: string | null;
  /** Where to look; the map moves when this becomes another object. */
  readonly aim: Aim;
  readonly onMove?: ((view: View) => void) | undefined;
  /** A group was chosen that no zoom takes apart. */
  readonly onInseparable?: (group: Group) => void;
  /** Lets one finger and the wheel scroll the page that the map stands in. */
  readonly scrollsPage?: boolean;
  /** What else is drawn on the map. */
  readonly layer?: (map: MapLibre) => ReactNode;
  /** Said where no map can be drawn; it points to another way. */
  readonly otherwise?: string;
}

/** A map with markers, zoom buttons and credit. It fills the box that it stands in. */
export default function MapCanvas(props: MapProps) {
  const { label, styleUrl, aim, onMove, onInseparable, scrollsPage = false, layer, otherwise, ...markers } = props;
  const box = useRef<HTMLDivElement>(null);
  const style = useMapStyle(styleUrl);
  const [map, setMap] = useState<MapLibre | 'impossible'>();
  const report = useEffectEvent((moved: MapLibre, byVisitor: boolean) => onMove?.(viewOf(moved, byVisitor)));
  const start = useEffectEvent(() => makeMap(box.current!, aim, scrollsPage, label));

  // The map is made outside React, where it is drawn into the element: by itself, and its style by itself after it, since each
  // takes a slow processor longer than a click may wait.
  useEffect(() => {
    let made: MapLibre | undefined;
    const cancel = whenIdle(() => {
      made = start();
      setMap(made ?? 'impossible');
      if (!made) return;
      const map = made;
      onMoved(map, (byVisitor) => report(map, byVisitor));
      report(map, false);
    });
    return () => {
      cancel();
      made?.remove();
    };
  }, []);
  useFollowing(map, aim, style);
  const openGroup = (group: Group) => {
    if (map === undefined || map === 'impossible') return;
    if (isInseparable(group, map.getZoom())) onInseparable?.(group);
    else map.fitBounds([...group.bbox] as Box, { padding: GROUP_MARGIN, maxZoom: CLOSEST }, { byVisitor: true });
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
          <Credit map={map} own={styleUrl === null} />
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

/** Moves the map where it is told to look, and draws it in the theme of the moment. */
function useFollowing(map: MapLibre | 'impossible' | undefined, aim: Aim, style: StyleSpecification | string): void {
  const followed = useRef(aim);
  useEffect(() => {
    if (map === undefined || map === 'impossible') return;
    if (followed.current !== aim) {
      followed.current = aim;
      if ('box' in aim) map.fitBounds([...aim.box] as Box, { padding: aim.padding, maxZoom: closest(aim) });
      else map.jumpTo({ center: [...aim.center], zoom: aim.zoom });
    }
  }, [map, aim]);
  useEffect(() => {
    if (map === undefined || map === 'impossible') return undefined;
    // What is still loading cannot be compared with: it would be drawn anew all the same, with a warning.
    return whenIdle(() =>
      map.setStyle(style, {
        diff: Boolean(map.style) && map.isStyleLoaded() === true,
        validate: typeof style === 'string',
      }),
    );
  }, [map, style]);
}

type Box = [number, number, number, number];

/** Whether all of them stand in one place, or the map is as close as it can be. */
function isInseparable({ bbox: [west, south, east, north] }: Group, zoom: number): boolean {
  return zoom >= CLOSEST || Math.max(east - west, north - south) < ONE_PLACE;
}

/** What is seen exactly as it was needs no limit. */
function closest(aim: { padding: number }): number {
  return aim.padding === 0 ? CLOSEST : CLOSEST_FIT;
}

/** Undefined where the browser cannot draw one. */
function makeMap(container: HTMLElement, aim: Aim, scrollsPage: boolean, label: string): MapLibre | undefined {
  const camera: Partial<MapOptions> =
    'box' in aim
      ? { bounds: [...aim.box] as Box, fitBoundsOptions: { padding: aim.padding, maxZoom: closest(aim) } }
      : { center: [...aim.center], zoom: aim.zoom };
  setWorkerUrl(workerUrl);
  try {
    const map = new MapLibre({
      container,
      ...camera,
      maxZoom: CLOSEST,
      // Labels that fade in make a slow processor draw the whole map twenty times.
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

function viewOf(map: MapLibre, byVisitor: boolean): View {
  const { lng, lat } = map.getCenter();
  const bounds = map.getBounds();
  return {
    center: [lng, lat],
    zoom: map.getZoom(),
    bbox: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    byVisitor,
  };
}

/** Our own style in the visitor's theme, also when it changes; or the other style's address. */
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

/** Names whose data the map shows: for another style, what its sources say. */
function Credit({ map, own }: { map: MapLibre; own: boolean }) {
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
