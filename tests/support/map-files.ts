import { fileURLToPath } from 'node:url';

/** A street map of one square in Edinburgh, its closest tile, and tiles above it. */
export const STREET_MAP = {
  file: fileURLToPath(new URL('../fixtures/street-map/old-town.pmtiles', import.meta.url)),
  tile: { z: 15, x: 16_093, y: 10_212 },
  farther: [
    { z: 14, x: 8_046, y: 5_106 },
    { z: 12, x: 2_011, y: 1_276 },
    { z: 10, x: 502, y: 319 },
    { z: 8, x: 125, y: 79 },
    { z: 7, x: 62, y: 39 },
  ],
  centre: { longitude: -3.1915, latitude: 55.9461 },
} as const;
