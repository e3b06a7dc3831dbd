import { useLayoutEffect, useRef } from 'react';
import type { Position } from '../schema.ts';
import { followMap } from './follow-map.ts';
import type { MapSurface } from './map-surface.ts';

/**
 * A line, or a closed outline, that moves with the map. Its parent is an SVG that covers the map.
 * @param props.endsAtCentre whether the line goes on to the centre of the map
 */
export function MapLine(props: {
  map: MapSurface;
  positions: readonly Position[];
  isClosed?: boolean;
  endsAtCentre?: boolean;
  className?: string;
}) {
  const { map, positions, isClosed = false, endsAtCentre = false, className } = props;
  const element = useRef<SVGPolygonElement & SVGPolylineElement>(null);
  useLayoutEffect(
    () =>
      followMap(map, () => {
        const points = positions.map(({ latitude, longitude }) => map.project([longitude, latitude]));
        if (endsAtCentre) points.push(map.project([map.getCenter().lng, map.getCenter().lat]));
        element.current!.setAttribute('points', points.map(({ x, y }) => `${x},${y}`).join(' '));
      }),
    [map, positions, endsAtCentre],
  );
  const Tag = isClosed ? 'polygon' : 'polyline';
  return <Tag ref={element} className={className} />;
}
