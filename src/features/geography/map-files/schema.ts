import { z } from 'zod';

/** Streets are vector tiles, relief is elevations as raster tiles. */
export type MapFileKind = 'streets' | 'relief';

/** Metadata of an installed file, so that a node can describe its tiles without reading it. */
export const mapFileDetails = z.object({
  format: z.enum(['mvt', 'png', 'webp']),
  /** Whether the tiles are stored with gzip compression. */
  isGzip: z.boolean(),
  /** Width of raster tiles in pixels. */
  tileSize: z.number().optional(),
  minZoom: z.number(),
  maxZoom: z.number(),
  /** West, south, east, north in degrees. */
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  bytes: z.number(),
  /** The attribution in the file, as HTML; null without one. */
  attribution: z.string().nullable(),
});
export type MapFileDetails = z.infer<typeof mapFileDetails>;

/** An installed file. The URLs of its tiles contain its id, so that they can be cached forever. */
export interface MapFile extends MapFileDetails {
  readonly id: string;
  readonly installedAt: Date;
}

export type InstalledMaps = Readonly<Partial<Record<MapFileKind, MapFile>>>;

/** Path of the style of the installed files. */
export const MAP_STYLE_URL = '/basemap/style/{theme}.json';
