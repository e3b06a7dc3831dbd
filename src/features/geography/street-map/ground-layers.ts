import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { StreetColours } from './colours.ts';
import { changeWithZoom, createAreas, createLines, growWithZoom, isOneOf } from './layers.ts';

/** The landcover of small scales gives way to the land use of large ones. */
const LANDCOVER_MAX_ZOOM = 8;

/** Kinds of land use by colour. Other kinds are not drawn. */
const LAND_USE: Readonly<Record<string, readonly string[]>> = {
  wood: ['wood', 'forest', 'orchard'],
  park: ['park', 'cemetery', 'golf_course', 'garden', 'recreation_ground', 'village_green', 'zoo', 'pitch', 'dog_park'],
  grass: ['grass', 'grassland', 'meadow', 'allotments', 'playground'],
  scrub: ['scrub'],
  rock: ['bare_rock'],
  sand: ['sand', 'beach'],
  wetland: ['wetland'],
  glacier: ['glacier'],
  farmland: ['farmland'],
  built: ['residential', 'neighbourhood', 'commercial', 'hospital', 'school', 'university', 'college', 'kindergarten'],
  works: ['industrial', 'railway', 'farmyard', 'military', 'airfield', 'aerodrome', 'dam'],
  paved: ['pedestrian', 'footway', 'platform', 'runway', 'taxiway'],
};

/** Colours of the landcover by kind. */
const LANDCOVER: Readonly<Record<string, keyof StreetColours>> = {
  forest: 'wood',
  grassland: 'grass',
  scrub: 'scrub',
  barren: 'rock',
  farmland: 'farmland',
  glacier: 'glacier',
  urban_area: 'built',
};

/** Land, and what covers it. */
export function createLandLayers(colours: StreetColours): LayerSpecification[] {
  const use = Object.entries(LAND_USE).map(
    ([colour, kinds]) => [kinds, colours[colour as keyof StreetColours]] as const,
  );
  const cover = Object.entries(LANDCOVER).map(([kind, colour]) => [[kind], colours[colour]] as const);
  return [
    createAreas('earth', 'earth', { 'fill-color': colours.land }),
    createAreas(
      'landcover',
      'landcover',
      { 'fill-color': matchKind(cover, colours.land), 'fill-opacity': changeWithZoom({ 6: 1, 8: 0 }) },
      { maxzoom: LANDCOVER_MAX_ZOOM },
    ),
    createAreas(
      'land-use',
      'landuse',
      {
        'fill-color': matchKind(use, colours.land),
        'fill-opacity': changeWithZoom({ 6: 0, 9: 1 }),
        'fill-antialias': false,
      },
      { filter: isOneOf('kind', Object.values(LAND_USE).flat()), minzoom: 6 },
    ),
  ];
}

/** Waters, piers and buildings. */
export function createWaterAndBuildingLayers(colours: StreetColours): LayerSpecification[] {
  const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
  const isBuilding = isOneOf('kind', ['building', 'building_part']);
  return [
    createAreas('water', 'water', { 'fill-color': colours.sea }, { filter: ['!', isOneOf('kind', ['reef'])] }),
    createLines(
      'water-edge',
      'water',
      ['all', ['==', ['geometry-type'], 'Polygon'], ['==', ['get', 'kind'], 'ocean']],
      {
        paint: { 'line-color': colours.coast, 'line-width': 0.75 },
        maxzoom: 14,
      },
    ),
    createLines('rivers', 'water', ['all', isLine, isOneOf('kind', ['river', 'canal'])], {
      paint: { 'line-color': colours.sea, 'line-width': growWithZoom({ 8: 0.5, 12: 1.4, 16: 5, 19: 16 }) },
    }),
    createLines('streams', 'water', ['all', isLine, isOneOf('kind', ['stream', 'ditch', 'drain'])], {
      paint: { 'line-color': colours.sea, 'line-width': growWithZoom({ 12: 0.5, 16: 2, 19: 5 }) },
      minzoom: 12,
    }),
    createAreas('piers', 'landuse', { 'fill-color': colours.paved }, { filter: isOneOf('kind', ['pier']) }),
    createAreas(
      'buildings',
      'buildings',
      {
        'fill-color': colours.building,
        'fill-outline-color': colours.buildingEdge,
        'fill-opacity': changeWithZoom({ 12: 0, 14: 1 }),
      },
      { filter: isBuilding, minzoom: 12 },
    ),
  ];
}

/** Borders of countries and councils. */
export function createBoundaryLayers(colours: StreetColours): LayerSpecification[] {
  return [
    createLines('county-boundaries', 'boundaries', ['==', ['get', 'kind'], 'county'], {
      paint: { 'line-color': colours.boundary, 'line-width': 0.75, 'line-dasharray': [3, 2] },
      layout: { 'line-cap': 'butt' },
      minzoom: 7,
    }),
    createLines('country-boundaries', 'boundaries', isOneOf('kind', ['country', 'region', 'map_unit']), {
      paint: { 'line-color': colours.boundary, 'line-width': changeWithZoom({ 4: 0.75, 10: 1.5 }) },
      layout: { 'line-cap': 'butt' },
    }),
  ];
}

function matchKind(
  colours: readonly (readonly [kinds: readonly string[], colour: string])[],
  other: string,
): ExpressionSpecification {
  const cases = colours.flatMap(([kinds, colour]) => [[...kinds], colour]);
  return ['match', ['get', 'kind'], ...cases, other] as unknown as ExpressionSpecification;
}
