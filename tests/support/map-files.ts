import { fileURLToPath } from 'node:url';

/** A street map of one square in Edinburgh, and its closest tile. */
export const STREET_MAP = {
  file: fileURLToPath(new URL('../fixtures/street-map/old-town.pmtiles', import.meta.url)),
  tile: { z: 15, x: 16_093, y: 10_212 },
  centre: { longitude: -3.1915, latitude: 55.9461 },
} as const;
