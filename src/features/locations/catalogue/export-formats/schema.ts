/** The formats in which locations are exported. */
export const EXPORT_FORMATS = ['csv', 'geojson', 'kml', 'gpx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
