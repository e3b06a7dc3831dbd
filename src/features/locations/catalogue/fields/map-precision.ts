import type { MapPrecision } from '../../../geography/schema.ts';

export const PRECISION_LABELS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Exactly',
  near: 'Within about 1 km',
  area: 'Only the area',
};

/** Descriptions of the public map. */
export const PRECISION_DESCRIPTIONS: Readonly<Record<MapPrecision, string>> = {
  exact: 'the exact point',
  near: 'a circle of about 1.4 km across that contains the location',
  area: 'a circle of about 7 km across that contains the location',
};

const CIRCLE_IS_PUBLIC = 'Everyone sees the yellow circle, not the point.';

/** Descriptions for owners of the position that the public sees. */
export const POINT_MAP_CAPTIONS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Everyone sees this point.',
  near: CIRCLE_IS_PUBLIC,
  area: CIRCLE_IS_PUBLIC,
};
