import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { gazetteer } from '../gazetteer/queries.server.ts';
import { GROUND_LAYERS, groundLayers, type Layer } from './layers.server.ts';
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from './style.ts';
import { LOCHS, SEAS } from './waters.ts';

interface Label {
  name: string;
  latitude: number;
  longitude: number;
  zoom: number;
}

const OPTIONS = { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: MIN_TILE_ZOOM, tolerance: 3, buffer: 64 };

let indexes: ReadonlyMap<string, GeoJSONVT> | undefined;

/**
 * Returns a vector tile (Mapbox Vector Tile, uncompressed) with the layers of `GROUND_LAYERS` and `places`; null for open sea and for
 * tiles that do not exist. There are tiles for the zooms 3 to 9.
 */
export function tile(z: number, x: number, y: number): Uint8Array | null {
  if (!isTile(z, x, y)) return null;
  indexes ??= buildIndexes();
  const layers: Parameters<typeof fromGeojsonVt>[0] = {};
  for (const [name, index] of indexes) {
    const found = index.getTile(z, x, y)?.features ?? [];
    const shown = name === 'places' ? found.filter((feature) => isInTile(feature.tags, z)) : found;
    // vt-pbf reads only the features of a tile; its type also requires internals of another library.
    if (shown.length > 0) layers[name] = { features: shown } as (typeof layers)[string];
  }
  return Object.keys(layers).length > 0 ? fromGeojsonVt(layers, { version: 2, extent: 4096 }) : null;
}

function isTile(z: number, x: number, y: number): boolean {
  const isInRange = (n: number) => Number.isInteger(n) && n >= 0 && n < 2 ** z;
  return Number.isInteger(z) && z >= MIN_TILE_ZOOM && z <= MAX_TILE_ZOOM && isInRange(x) && isInRange(y);
}

/** Whether a label is in the tiles of a zoom. The last tiles are overzoomed, so they contain all labels; the style filters by zoom. */
function isInTile(tags: Record<string, unknown> | null, z: number): boolean {
  return z === MAX_TILE_ZOOM || Number(tags?.['zoom']) <= z;
}

function buildIndexes(): ReadonlyMap<string, GeoJSONVT> {
  const index = (features: Feature[]) => new GeoJSONVT({ type: 'FeatureCollection', features }, OPTIONS);
  const ground = GROUND_LAYERS.map((name) => [name, index(shapes(groundLayers()[name]))] as const);
  return new Map([...ground, ['places', index(labels())]]);
}

function shapes({ polygon, lines }: Layer): Feature[] {
  return lines.map((line) => {
    const coordinates = line.map(([x, y]) => [x, y]);
    return feature(polygon ? { type: 'Polygon', coordinates: [coordinates] } : { type: 'LineString', coordinates }, {});
  });
}

function labels(): Feature[] {
  const { towns, abroad, islands } = gazetteer();
  const toFeatures = (kind: string, list: readonly Label[]) =>
    list.map(({ name, latitude, longitude, zoom }, rank) =>
      feature({ type: 'Point', coordinates: [longitude, latitude] }, { kind, name, zoom, rank }),
    );
  return [
    ...toFeatures('town', towns),
    ...toFeatures('town', abroad),
    ...toFeatures('island', islands),
    ...toFeatures('sea', SEAS),
    ...toFeatures('loch', LOCHS),
  ];
}

function feature(geometry: Geometry, properties: Record<string, string | number>): Feature {
  return { type: 'Feature', properties, geometry };
}
