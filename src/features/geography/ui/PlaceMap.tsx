import { type ReactNode, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import { useToast } from '../../../ui/toasts.tsx';
import type { MapPrecision, Position } from '../schema.ts';
import { InView } from './in-view/InView.tsx';
import type { Pin } from './markers.ts';
import './in-view/map.css';
import './place-map.css';

const InteractiveMap = lazyPart(() => import('./InteractiveMap.tsx'));

const ZOOM: Readonly<Record<MapPrecision, number>> = { exact: 9.5, near: 9.5, area: 9 };
const ZOOM_WITH_STREETS: Readonly<Record<MapPrecision, number>> = { exact: 14, near: 12.5, area: 10 };

/**
 * A map of one position, as wide as its box; an inexact position is shown as an area.
 * @param props.styleUrl see MapProps
 * @param props.drawing a drawn map, shown until the visitor wants to move the map; by default the latter loads when it is in view
 */
export function PlaceMap(props: {
  position: Position;
  precision: MapPrecision;
  title: string;
  styleUrl: string | null;
  drawing?: ReactNode;
}) {
  const { position, precision, title, styleUrl, drawing } = props;
  const section = useRef<HTMLElement>(null);
  const [isDrawn, setDrawn] = useState(Boolean(drawing));
  const { latitude, longitude } = position;
  const toast = useToast();
  /** As shown: what is copied or leaves the site is no more exact. */
  const shown = { latitude: formatDegrees(latitude, precision), longitude: formatDegrees(longitude, precision) };
  const copy = async () => {
    await navigator.clipboard.writeText(`${shown.latitude}, ${shown.longitude}`);
    toast({ text: 'The coordinates were copied.' });
  };
  const pin: Pin = useMemo(
    () => ({ id: title, title, href: '', latitude, longitude, precision }),
    [title, latitude, longitude, precision],
  );
  const target = useMemo(
    () => ({
      center: [longitude, latitude] as const,
      zoom: (styleUrl === null ? ZOOM : ZOOM_WITH_STREETS)[precision],
    }),
    [latitude, longitude, precision, styleUrl],
  );
  return (
    <section
      className={isDrawn ? 'place-map' : 'place-map no-print'}
      aria-label="Where it is"
      ref={section}
      tabIndex={-1}
    >
      {isDrawn ? (
        <div className="place-map__drawing">
          {drawing}
          <button
            type="button"
            className="button no-print"
            onClick={() => {
              setDrawn(false);
              // The button goes.
              section.current?.focus();
            }}
          >
            Move the map
          </button>
        </div>
      ) : (
        <InView className="place-map__canvas">
          <InteractiveMap
            label={`Map of ${title}`}
            styleUrl={styleUrl}
            target={target}
            pins={[]}
            clusters={[]}
            highlighted={pin}
            scrollsPage
            alternative="The coordinates are below."
          />
        </InView>
      )}
      <div className="place-map__facts">
        <dl>
          <div>
            <dt className="label">Latitude</dt>
            <dd>{shown.latitude}</dd>
          </div>
          <div>
            <dt className="label">Longitude</dt>
            <dd>{shown.longitude}</dd>
          </div>
          {precision !== 'exact' && (
            <div>
              <dt className="label">Shown</dt>
              <dd>{precision === 'near' ? 'within a kilometre' : 'the area only'}</dd>
            </div>
          )}
        </dl>
        <div className="place-map__actions">
          <a className="link" href={getMapsUrl(shown, precision)} rel="noreferrer">
            Open in maps
          </a>
          <button type="button" className="link text-button" onClick={() => void copy()}>
            Copy coordinates
          </button>
        </div>
      </div>
    </section>
  );
}

/** Returns the URL that opens an app for maps on a phone: with a pin at an exact position, centred on another. */
function getMapsUrl(shown: { latitude: string; longitude: string }, precision: MapPrecision): string {
  const position = `${shown.latitude}%2C${shown.longitude}`;
  return precision === 'exact'
    ? `https://www.google.com/maps/search/?api=1&query=${position}`
    : `https://www.google.com/maps/@?api=1&map_action=map&center=${position}&zoom=${Math.round(ZOOM_WITH_STREETS[precision])}`;
}

/** Formats no more decimals than the position is exact to. */
function formatDegrees(value: number, precision: MapPrecision): string {
  return value.toFixed(precision === 'exact' ? 5 : 2);
}
