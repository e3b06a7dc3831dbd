import { useMemo } from 'react';
import { lazyPart } from '../../../ui/LazyMount.tsx';
import type { MapPrecision, Position } from '../schema.ts';
import { InView } from './in-view/InView.tsx';
import type { Pin } from './markers.ts';
import './in-view/map.css';
import './place-map.css';

const InteractiveMap = lazyPart(() => import('./InteractiveMap.tsx'));

const ZOOM: Readonly<Record<MapPrecision, number>> = { exact: 9.5, near: 9.5, area: 9 };
const ZOOM_WITH_STREETS: Readonly<Record<MapPrecision, number>> = { exact: 14, near: 12.5, area: 10 };

/** A map of one position, as wide as the page; an inexact position is shown as an area. @param props.styleUrl see MapProps */
export function PlaceMap(props: {
  position: Position;
  precision: MapPrecision;
  title: string;
  styleUrl: string | null;
}) {
  const { position, precision, title, styleUrl } = props;
  const { latitude, longitude } = position;
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
    <section className="place-map no-print" aria-label="Where it is">
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
      <dl className="place-map__facts">
        <div>
          <dt className="label">Latitude</dt>
          <dd>{formatDegrees(latitude, precision)}</dd>
        </div>
        <div>
          <dt className="label">Longitude</dt>
          <dd>{formatDegrees(longitude, precision)}</dd>
        </div>
        {precision !== 'exact' && (
          <div>
            <dt className="label">Shown</dt>
            <dd>{precision === 'near' ? 'within a kilometre' : 'the area only'}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

/** Formats no more decimals than the position is exact to. */
function formatDegrees(value: number, precision: MapPrecision): string {
  return value.toFixed(precision === 'exact' ? 5 : 2);
}
