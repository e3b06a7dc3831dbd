import { useLayoutEffect, useMemo, useRef } from 'react';
import { lazyPart } from '../../../../ui/LazyMount.tsx';
import type { Map as MapLibre } from 'maplibre-gl';
import { formatDistance } from '../../../geography/format-distance.ts';
import { getKilometresBetween } from '../../../geography/measure.ts';
import type { Position } from '../../../geography/schema.ts';
import { followMap } from '../../../geography/ui/follow-map.ts';
import { InView } from '../../../geography/ui/in-view/InView.tsx';
import { getBoundingBox } from '../../../geography/ui/markers.ts';
import './compared-positions.css';

const InteractiveMap = lazyPart(() => import('../../../geography/ui/InteractiveMap.tsx'));

/** Pixels around the points, for their labels. */
const PADDING = 56;
const MAX_POINT_ZOOM = 14;

/**
 * Two points on a map, and how far they are from each other.
 * @param props.summary the distance in words; by default that a location was moved
 */
export function ComparedPositions(props: {
  before: Position;
  after: Position;
  labels: { readonly before: string; readonly after: string };
  styleUrl: string | null;
  summary?: string;
}) {
  const { before, after, labels, styleUrl } = props;
  const { summary = `Moved by ${formatDistance(getKilometresBetween(before, after))}.` } = props;
  const target = useMemo(
    () => ({ box: getBoundingBox([before, after], [])!, padding: PADDING, maxZoom: MAX_POINT_ZOOM }),
    [before, after],
  );
  return (
    <>
      <p className="compared-positions__distance">{summary}</p>
      <InView className="compared-positions">
        <InteractiveMap
          label="Map with both positions"
          styleUrl={styleUrl}
          target={target}
          pins={[]}
          clusters={[]}
          highlighted={undefined}
          scrollsPage
          alternative="The coordinates are above."
          layer={(map) => (
            <>
              <Point map={map} at={before} label={labels.before} kind="before" />
              <Point map={map} at={after} label={labels.after} kind="after" />
            </>
          )}
        />
      </InView>
    </>
  );
}

function Point(props: { map: MapLibre; at: Position; label: string; kind: 'before' | 'after' }) {
  const { map, at, label, kind } = props;
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(
    () =>
      followMap(map, () => {
        const { x, y } = map.project([at.longitude, at.latitude]);
        element.current!.style.transform = `translate(${x}px, ${y}px)`;
      }),
    [map, at],
  );
  return (
    <span ref={element} className={`compared-positions__point compared-positions__point--${kind}`}>
      {label}
    </span>
  );
}
