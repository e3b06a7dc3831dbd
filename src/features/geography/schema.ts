/** A position in degrees (WGS 84). */
export interface Position {
  latitude: number;
  longitude: number;
}

/** The largest values of a position, north or east; the smallest are the same with a minus. */
export const MAX_DEGREES: Readonly<Position> = { latitude: 90, longitude: 180 };

/** West, south, east, north in degrees (WGS 84). */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

/** How exactly a map shows a position: the point, within about a kilometre, or only the area. */
export const MAP_PRECISIONS = ['exact', 'near', 'area'] as const;
export type MapPrecision = (typeof MAP_PRECISIONS)[number];

/** Outlines of the council areas as SVG path data, in units of a view box of this size. */
export interface CouncilMap {
  readonly width: number;
  readonly height: number;
  readonly areas: { name: string; path: string }[];
}
