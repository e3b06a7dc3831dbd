/** How exactly the public sees where a place is: the point, within about a kilometre, or only the area. */
export const MAP_PRECISIONS = ['exact', 'near', 'area'] as const;
export type MapPrecision = (typeof MAP_PRECISIONS)[number];
