import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Geometry } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { once } from '../../../platform/runtime/compute-once.ts';
import { getGazetteer } from '../gazetteer/queries.server.ts';
import { GROUND_LAYERS, getGroundLayers, type Layer } from './layers.server.ts';
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from './style.ts';
import { type NamedWater, getWaterLabels } from './water-labels.server.ts';

const OPTIONS = { maxZoom: MAX_TILE_ZOOM, indexMaxZoom: MIN_TILE_ZOOM, tolerance: 3, buffer: 64 };

/**
 * Returns a vector tile (Mapbox Vector Tile, uncompressed) with the layers `GROUND_LAYERS` and `places`; null for open sea and for
 * tiles that do not exist. Zooms 3 to 9; maps overzoom the last one.
 */
export function createTile(z: number, x: number, y: number): Uint8Array | null {
  if (!isValidTile(z, x, y)) return null;
  const layers: Parameters<typeof fromGeojsonVt>[0] = {};
  for (const [name, index] of getIndexes()) {
    const found = index.getTile(z, x, y)?.features ?? [];
    const shown = name === 'places' ? found.filter((feature) => isLabelVisible(feature.tags, z)) : found;
    // vt-pbf reads only the features, though its type requires more.
    if (shown.length > 0) layers[name] = { features: shown } as (typeof layers)[string];
  }
  return Object.keys(layers).length > 0 ? fromGeojsonVt(layers, { version: 2, extent: 4096 }) : null;
}

function isValidTile(z: number, x: number, y: number): boolean {
  const inside = (n: number) => Number.isInteger(n) && n >= 0 && n < 2 ** z;
  return Number.isInteger(z) && z >= MIN_TILE_ZOOM && z <= MAX_TILE_ZOOM && inside(x) && inside(y);
}

/** The last zoom contains all labels, since it is overzoomed; the style filters them by zoom. */
function isLabelVisible(tags: Record<string, unknown> | null, z: number): boolean {
  return z === MAX_TILE_ZOOM || Number(tags?.['zoom']) <= z;
}

/** Returns the layers by name, indexed on first use. */
const getIndexes = once((): ReadonlyMap<string, GeoJSONVT> => {
  const index = (features: Feature[]) => new GeoJSONVT({ type: 'FeatureCollection', features }, OPTIONS);
  const ground = GROUND_LAYERS.map((name) => [name, index(toFeatures(getGroundLayers()[name]))] as const);
  return new Map([...ground, ['places', index(listLabels())]]);
});

function toFeatures({ polygon, lines }: Layer): Feature[] {
  return lines.map((line) => {
    const coordinates = line.map(([x, y]) => [x, y]);
    return createFeature(
      polygon ? { type: 'Polygon', coordinates: [coordinates] } : { type: 'LineString', coordinates },
    );
  });
}

function listLabels(): Feature[] {
  const { towns, abroad, islands } = getGazetteer();
  const { seas, lakes } = getWaterLabels();
  const listKind = (kind: string, list: readonly NamedWater[]) =>
    list.map(({ name, latitude, longitude, zoom }, rank) =>
      createFeature({ type: 'Point', coordinates: [longitude, latitude] }, { kind, name, zoom, rank }),
    );
  return [
    ...listKind('town', towns),
    ...listKind('town', abroad),
    ...listKind('island', islands),
    ...listKind('sea', seas),
    ...listKind('loch', lakes),
  ];
}

function createFeature(geometry: Geometry, properties: Feature['properties'] = {}): Feature {
  return { type: 'Feature', properties, geometry };
}
