import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { StreetColours } from './colours.ts';
import { STREETS, changeWithZoom, isOneOf } from './layers.ts';

type SymbolLayer = Extract<LayerSpecification, { type: 'symbol' }>;

interface Label {
  readonly id: string;
  readonly layer: string;
  readonly filter: ExpressionSpecification;
  readonly colour: string;
  readonly size: number | ExpressionSpecification;
  readonly text?: ExpressionSpecification;
  readonly layout?: SymbolLayer['layout'];
  readonly minzoom?: number;
  readonly maxzoom?: number;
}

/** English names: those of signposts where the local one is Gaelic are the second. */
const NAME: ExpressionSpecification = ['coalesce', ['get', 'name:en'], ['get', 'name']];
/** Features are in all tiles from their first zoom on, so closer tiles have those of farther ones. */
const IS_DUE: ExpressionSpecification = ['<=', ['coalesce', ['get', 'min_zoom'], 0], ['+', ['zoom'], 1]];
const IS_POINT: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const IS_LINE: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const ALONG_LINE: SymbolLayer['layout'] = { 'symbol-placement': 'line', 'text-max-angle': 35, 'text-padding': 4 };
const SPACED: SymbolLayer['layout'] = {
  'text-transform': 'uppercase',
  'text-letter-spacing': 0.08,
  'text-max-width': 8,
};

/** Labels, most important last: MapLibre gives it the space first. */
export function createLabelLayers(colours: StreetColours, fonts: readonly string[]): LayerSpecification[] {
  const labels = [
    ...listDetailLabels(colours),
    ...listWaterLabels(colours),
    ...listRoadLabels(colours),
    ...listPlaceLabels(colours),
  ];
  return labels.map((label) => createLabel(label, colours.land, fonts));
}

function createLabel(label: Label, halo: string, fonts: readonly string[]): LayerSpecification {
  const { id, layer, filter, colour, size, text = NAME, layout, ...zooms } = label;
  return {
    id,
    type: 'symbol',
    source: STREETS,
    'source-layer': layer,
    filter,
    ...zooms,
    layout: { 'text-field': text, 'text-font': [...fonts], 'text-size': size, 'text-max-width': 8, ...layout },
    paint: { 'text-color': colour, 'text-halo-color': halo, 'text-halo-width': 1.4 },
  };
}

/** House numbers, parks and woods, stations, summits. */
function listDetailLabels({ roadLabel, nature, place }: StreetColours): Label[] {
  const isPoi = (kinds: readonly string[]): ExpressionSpecification => ['all', isOneOf('kind', kinds), IS_DUE];
  const withElevation: ExpressionSpecification = [
    'concat',
    '▲ ',
    NAME,
    ['case', ['has', 'elevation'], ['concat', '\n', ['to-string', ['get', 'elevation']], ' m'], ''],
  ];
  return [
    {
      id: 'house-numbers',
      layer: 'buildings',
      filter: ['==', ['get', 'kind'], 'address'],
      text: ['get', 'addr_housenumber'],
      colour: roadLabel,
      size: 10,
      minzoom: 17.5,
    },
    {
      id: 'green-spaces',
      layer: 'pois',
      filter: isPoi(['park', 'nature_reserve', 'forest', 'wood', 'golf_course', 'cemetery', 'beach', 'garden']),
      colour: nature,
      size: 11,
      minzoom: 12,
    },
    {
      id: 'stations',
      layer: 'pois',
      filter: isPoi(['station', 'aerodrome', 'ferry_terminal']),
      colour: place,
      size: 11,
    },
    { id: 'peaks', layer: 'pois', filter: isPoi(['peak']), text: withElevation, colour: nature, size: 11, minzoom: 10 },
  ];
}

function listWaterLabels({ water }: StreetColours): Label[] {
  const seas = ['ocean', 'sea', 'bay', 'strait', 'fjord'];
  return [
    {
      id: 'river-names',
      layer: 'water',
      filter: ['all', IS_LINE, ['has', 'name']],
      colour: water,
      size: 11,
      layout: { ...ALONG_LINE, 'symbol-spacing': 400 },
      minzoom: 12,
    },
    {
      id: 'lake-names',
      layer: 'water',
      filter: ['all', IS_POINT, ['!', isOneOf('kind', [...seas, 'fountain', 'swimming_pool'])], IS_DUE],
      colour: water,
      size: 11,
    },
    {
      id: 'sea-names',
      layer: 'water',
      filter: ['all', IS_POINT, isOneOf('kind', seas), IS_DUE],
      colour: water,
      size: 11,
      layout: SPACED,
    },
    { id: 'island-names', layer: 'earth', filter: ['all', IS_POINT, IS_DUE], colour: water, size: 11 },
  ];
}

function listRoadLabels({ roadLabel }: StreetColours): Label[] {
  const isNamed: ExpressionSpecification = ['has', 'name'];
  return [
    {
      id: 'path-names',
      layer: 'roads',
      filter: ['all', isOneOf('kind', ['path', 'other', 'ferry', 'rail']), isNamed],
      colour: roadLabel,
      size: 10.5,
      layout: { ...ALONG_LINE, 'symbol-spacing': 300 },
      minzoom: 15,
    },
    {
      id: 'street-names',
      layer: 'roads',
      filter: ['all', ['==', ['get', 'kind'], 'minor_road'], isNamed],
      colour: roadLabel,
      size: changeWithZoom({ 14: 10.5, 18: 13 }),
      layout: { ...ALONG_LINE, 'symbol-spacing': 300 },
      minzoom: 14,
    },
    {
      id: 'main-road-names',
      layer: 'roads',
      filter: ['all', isOneOf('kind', ['highway', 'major_road']), isNamed],
      colour: roadLabel,
      size: changeWithZoom({ 12: 10.5, 18: 14 }),
      layout: { ...ALONG_LINE, 'symbol-spacing': 350 },
      minzoom: 13,
    },
    {
      id: 'road-numbers',
      layer: 'roads',
      filter: ['all', isOneOf('kind', ['highway', 'major_road']), ['has', 'ref']],
      text: ['get', 'ref'],
      colour: roadLabel,
      size: 10.5,
      layout: { ...ALONG_LINE, 'symbol-spacing': 450, 'text-rotation-alignment': 'viewport' },
      minzoom: 9,
    },
  ];
}

function listPlaceLabels({ town, place }: StreetColours): Label[] {
  const sort: SymbolLayer['layout'] = { 'symbol-sort-key': ['coalesce', ['get', 'sort_key'], 0], 'text-padding': 6 };
  const isPlace = (details: readonly string[]): ExpressionSpecification => [
    'all',
    isOneOf('kind_detail', details),
    IS_DUE,
  ];
  return [
    {
      id: 'hamlets',
      layer: 'places',
      filter: isPlace(['hamlet', 'isolated_dwelling', 'farm', 'locality']),
      colour: place,
      size: 11,
      layout: sort,
      minzoom: 11,
    },
    {
      id: 'neighbourhoods',
      layer: 'places',
      filter: ['all', isOneOf('kind', ['neighbourhood', 'macrohood']), IS_DUE],
      colour: place,
      size: 11,
      layout: { ...sort, ...SPACED },
      minzoom: 11,
      maxzoom: 17,
    },
    {
      id: 'villages',
      layer: 'places',
      filter: isPlace(['village']),
      colour: place,
      size: changeWithZoom({ 9: 11, 14: 13 }),
      layout: sort,
    },
    {
      id: 'towns',
      layer: 'places',
      filter: isPlace(['town']),
      colour: town,
      size: changeWithZoom({ 7: 11, 14: 16 }),
      layout: sort,
      maxzoom: 17,
    },
    {
      id: 'cities',
      layer: 'places',
      filter: isPlace(['city']),
      colour: town,
      size: changeWithZoom({ 5: 12, 8: 14, 14: 20 }),
      layout: sort,
      maxzoom: 16,
    },
    {
      id: 'countries',
      layer: 'places',
      filter: isOneOf('kind', ['country', 'region']),
      colour: place,
      size: 12,
      layout: { ...sort, ...SPACED },
      maxzoom: 7,
    },
  ];
}
