import { getBoxAround } from '../../geography/measure.ts';
import type { BoundingBox, Position } from '../../geography/schema.ts';
import type { Area } from '../vocabulary/schema.ts';
import type { SearchedPlace } from './searched-place.ts';

/** @param reach kilometres from the centre to the edge, for what has no shape */
export function toSearchedPlace(
  name: string | null,
  { latitude, longitude }: Position,
  area: Area,
  reach: number,
): SearchedPlace {
  return { name, latitude, longitude, bbox: getBounds({ latitude, longitude }, area, reach) };
}

/** The bounds of an area. Local authorities have no shape here, so that the reach stands for them. */
function getBounds(centre: Position, { councils, circles, outlines }: Area, reach: number): BoundingBox {
  const boxes: BoundingBox[] = [
    ...circles.map(([latitude, longitude, kilometres]) => getBoxAround({ latitude, longitude }, kilometres)),
    ...outlines.map(getOutlineBounds),
  ];
  if (councils.length > 0 || boxes.length === 0) boxes.push(getBoxAround(centre, reach));
  return [
    Math.max(-180, Math.min(...boxes.map(([west]) => west))),
    Math.max(-90, Math.min(...boxes.map(([, south]) => south))),
    Math.min(180, Math.max(...boxes.map(([, , east]) => east))),
    Math.min(90, Math.max(...boxes.map(([, , , north]) => north))),
  ];
}

export function getOutlineBounds(outline: Area['outlines'][number]): BoundingBox {
  const latitudes = outline.map(([latitude]) => latitude);
  const longitudes = outline.map(([, longitude]) => longitude);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
