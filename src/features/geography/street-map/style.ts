import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import { type MapTheme, MAP_FONTS, createMapStyle } from '../basemap/style.ts';
import { getRegionRules } from '../region-rules.ts';
import type { InstalledMaps, MapFile } from '../map-files/schema.ts';
import { STREET_COLOURS } from './colours.ts';
import { createBoundaryLayers, createLandLayers, createWaterAndBuildingLayers } from './ground-layers.ts';
import { createLabelLayers } from './label-layers.ts';
import { STREETS } from './layers.ts';
import { createRoadLayers } from './road-layers.ts';

/** Required beside every map with streets. */
export const STREETS_ATTRIBUTION =
  '<a href="https://www.openstreetmap.org/copyright">©\u00a0OpenStreetMap\u00a0contributors</a>';
const RELIEF = 'relief';
const DEFAULT_TILE_SIZE = 256;

/** Paths of the tiles below the origin of the site. */
const BASE_TILES = '/basemap/{z}/{x}/{y}.pbf';

/**
 * Returns the style of the installed files as a MapLibre style: streets above the base map, which shows what is outside their area,
 * and relief between land and water. Without files it is the base map.
 */
export function createInstalledStyle(theme: MapTheme, { streets, relief }: InstalledMaps): StyleSpecification {
  const colours = STREET_COLOURS[theme];
  const base = createMapStyle({
    theme,
    tilesUrl: BASE_TILES,
    attribution: getRegionRules().mapAttribution,
    fonts: MAP_FONTS,
  });
  const isLabel = ({ type }: LayerSpecification) => type === 'symbol';
  const ground = base.layers.filter((layer) => !isLabel(layer));
  const labels = base.layers.filter(isLabel);
  const shading = relief ? [createHillshade(colours.shadow, colours.highlight)] : [];
  const sources = {
    ...base.sources,
    ...(streets && { [STREETS]: createStreetSource(streets) }),
    ...(relief && { [RELIEF]: createReliefSource(relief) }),
  };
  if (!streets) return { ...base, sources, layers: [...addAboveLand(ground, shading), ...labels] };
  return {
    ...base,
    sources,
    layers: [
      ...ground.map(prefixId),
      ...createLandLayers(colours),
      ...shading,
      ...createWaterAndBuildingLayers(colours),
      ...createRoadLayers(colours),
      ...createBoundaryLayers(colours),
      ...labels.map((layer) => prefixId(excludeArea(layer, streets.bounds))),
      ...createLabelLayers(colours, MAP_FONTS),
    ],
  };
}

/** Two layers of the base map have the name of a layer of streets. */
function prefixId<Layer extends LayerSpecification>(layer: Layer): Layer {
  return { ...layer, id: `base-${layer.id}` };
}

/** Puts layers between the land and the waters of the base map. */
function addAboveLand(
  ground: readonly LayerSpecification[],
  added: readonly LayerSpecification[],
): LayerSpecification[] {
  const rivers = ground.findIndex(({ id }) => id === 'rivers-line');
  return [...ground.slice(0, rivers), ...added, ...ground.slice(rivers)];
}

/** Hides the labels of the base map where the streets have their own. */
function excludeArea(layer: LayerSpecification, [west, south, east, north]: MapFile['bounds']): LayerSpecification {
  if (layer.type !== 'symbol') return layer;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const isOutside = ['!', ['within', { type: 'Polygon', coordinates: [corners] }]];
  return { ...layer, filter: ['all', layer.filter, isOutside] as typeof layer.filter & object };
}

function createStreetSource({ id, bounds, minZoom, maxZoom }: MapFile): SourceSpecification {
  return {
    type: 'vector',
    tiles: [`/basemap/streets/${id}/{z}/{x}/{y}.mvt`],
    bounds,
    minzoom: minZoom,
    maxzoom: maxZoom,
    attribution: STREETS_ATTRIBUTION,
  };
}

function createReliefSource({
  id,
  format,
  bounds,
  minZoom,
  maxZoom,
  tileSize,
  attribution,
}: MapFile): SourceSpecification {
  return {
    type: 'raster-dem',
    encoding: 'terrarium',
    tiles: [`/basemap/relief/${id}/{z}/{x}/{y}.${format}`],
    tileSize: tileSize ?? DEFAULT_TILE_SIZE,
    bounds,
    minzoom: minZoom,
    maxzoom: maxZoom,
    ...(attribution !== null && { attribution }),
  };
}

function createHillshade(shadow: string, highlight: string): LayerSpecification {
  return {
    id: 'hillshade',
    type: 'hillshade',
    source: RELIEF,
    paint: {
      'hillshade-shadow-color': shadow,
      'hillshade-highlight-color': highlight,
      'hillshade-accent-color': shadow,
      'hillshade-exaggeration': ['interpolate', ['linear'], ['zoom'], 6, 0.35, 12, 0.25, 17, 0.1],
    },
  };
}
