import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';

/** Zoom levels of the tiles; maps overzoom the last one. */
export const MIN_TILE_ZOOM = 3;
export const MAX_TILE_ZOOM = 9;

export type MapTheme = 'light' | 'dark';

/** CSS fonts of the labels in order of preference. */
export const MAP_FONTS = ['Archivo Variable', 'Helvetica Neue', 'Arial', 'sans-serif'];

/** The design tokens `--map-*`, resolved: WebGL and SVG images cannot read custom properties of the page. */
export const MAP_COLOURS = {
  light: {
    sea: '#DDE4E6',
    land: '#FAFAF7',
    coast: '#B9C2C4',
    border: '#DCDFDA',
    place: '#565D63',
    water: '#4C6673',
    urban: '#F0F0EB',
  },
  dark: {
    sea: '#0D1114',
    land: '#1D2124',
    coast: '#3A4247',
    border: '#2A2F33',
    place: '#A3AAB0',
    water: '#6F8894',
    urban: '#24292D',
  },
} as const satisfies Record<MapTheme, Record<string, string>>;

type MapColours = (typeof MAP_COLOURS)[MapTheme];

const SOURCE = 'base';
/** The data of built-up areas is too coarse for closer zooms. */
const URBAN_MAX_ZOOM = 8;

interface MapStyle {
  theme: MapTheme;
  /** Absolute URL template of the tiles with {z}, {x} and {y}. */
  tilesUrl: string;
  attribution: string;
  /** CSS font families in order of preference. */
  fonts: readonly string[];
}

/** Returns the base map as a MapLibre style. Without a glyph server, MapLibre renders labels with the fonts of the page. */
export function createMapStyle({ theme, tilesUrl, attribution, fonts }: MapStyle): StyleSpecification {
  return {
    version: 8,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        minzoom: MIN_TILE_ZOOM,
        maxzoom: MAX_TILE_ZOOM,
        attribution,
      },
    },
    layers: [...createGroundLayers(MAP_COLOURS[theme]), ...createLabelLayers(MAP_COLOURS[theme], [...fonts])],
  };
}

function createGroundLayers(colours: MapColours): LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
    createFill('neighbours', colours.land),
    createFill('land', colours.land),
    { ...createFill('urban', colours.urban), maxzoom: URBAN_MAX_ZOOM },
    createLine('rivers', colours.sea, 1),
    createFill('lakes', colours.sea),
    createLine('councils', colours.border, 1),
    createLine('coast', colours.coast, 0.75),
    createLine('lakes', colours.coast, 0.75),
  ];
}

function createFill(layer: string, colour: string): LayerSpecification {
  return { id: layer, type: 'fill', source: SOURCE, 'source-layer': layer, paint: { 'fill-color': colour } };
}

function createLine(layer: string, colour: string, width: number): LayerSpecification {
  return {
    id: `${layer}-line`,
    type: 'line',
    source: SOURCE,
    'source-layer': layer,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  };
}

function createLabelLayers(colours: MapColours, fonts: string[]): LayerSpecification[] {
  const halo = { 'text-halo-width': 1.5, 'text-halo-color': colours.land };
  const spaced = { 'text-letter-spacing': 0.12, 'text-transform': 'uppercase' as const, 'text-max-width': 7 };
  return [
    createLabel('lochs', 'loch', { size: 11, fonts }, { 'text-color': colours.water, ...halo }),
    createLabel('seas', 'sea', { size: 11, fonts, layout: spaced }, { 'text-color': colours.water }),
    createLabel('islands', 'island', { size: 11, fonts }, { 'text-color': colours.water, ...halo }),
    createLabel('towns', 'town', { size: 12, fonts }, { 'text-color': colours.place, ...halo }),
  ];
}

type SymbolLayer = Extract<LayerSpecification, { type: 'symbol' }>;

function createLabel(
  id: string,
  kind: string,
  { size, fonts, layout }: { size: number; fonts: string[]; layout?: SymbolLayer['layout'] },
  paint: NonNullable<SymbolLayer['paint']>,
): LayerSpecification {
  return {
    id,
    type: 'symbol',
    source: SOURCE,
    'source-layer': 'places',
    filter: ['all', ['==', ['get', 'kind'], kind], ['<=', ['get', 'zoom'], ['zoom']]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': fonts,
      'text-size': size,
      'text-padding': 6,
      'symbol-sort-key': ['get', 'rank'],
      ...layout,
    },
    paint,
  };
}
