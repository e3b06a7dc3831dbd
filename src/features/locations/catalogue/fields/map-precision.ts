import type { MapPrecision } from '../../../geography/schema.ts';

export const PRECISION_LABELS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Exactly',
  near: 'Within about 1 km',
  area: 'Only the area',
};

/** What the public map shows. */
export const PRECISION_DESCRIPTIONS: Readonly<Record<MapPrecision, string>> = {
  exact: 'the exact point',
  near: 'a circle of about 1.4 km across that contains the location',
  area: 'a circle of about 7 km across that contains the location',
};

const CIRCLE_IS_PUBLIC = 'Everyone sees the yellow circle, not the point.';

/** What the public sees of the map on which an owner sets the point. */
export const POINT_MAP_CAPTIONS: Readonly<Record<MapPrecision, string>> = {
  exact: 'Everyone sees this point.',
  near: CIRCLE_IS_PUBLIC,
  area: CIRCLE_IS_PUBLIC,
};
