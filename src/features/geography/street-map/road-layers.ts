import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { StreetColours } from './colours.ts';
import { changeWithZoom, createLines, growWithZoom, isOneOf } from './layers.ts';

/** Widths of roads in pixels at these zooms, by class. */
const ZOOMS = [6, 8, 10, 13, 16, 19] as const;
const WIDTHS = {
  motorway: [1, 1.3, 2, 4, 13, 46],
  trunk: [0.8, 1.1, 1.6, 3.6, 12, 42],
  primary: [0.6, 0.9, 1.4, 3.2, 11, 38],
  secondary: [0.3, 0.6, 1, 2.6, 9.5, 34],
  tertiary: [0.2, 0.4, 0.7, 2.2, 8.5, 30],
  minor: [0, 0, 0.4, 1.5, 7.5, 28],
  service: [0, 0, 0, 0.6, 4, 16],
} as const satisfies Record<string, readonly number[]>;
type RoadClass = keyof typeof WIDTHS;

/** The classes of `kind_detail`, besides those of the same name; other roads are minor. */
const DETAILS: Readonly<Record<RoadClass, readonly string[]>> = {
  motorway: ['motorway', 'motorway_link'],
  trunk: ['trunk', 'trunk_link'],
  primary: ['primary', 'primary_link'],
  secondary: ['secondary', 'secondary_link'],
  tertiary: ['tertiary', 'tertiary_link'],
  minor: [],
  service: ['service', 'alley', 'driveway', 'parking_aisle', 'drive-through', 'emergency_access', 'rest_area'],
};

const MOTORWAYS = DETAILS.motorway;
const MAIN_ROADS = [...DETAILS.trunk, ...DETAILS.primary];
/** Streets for pedestrians look like others; the other paths are thin lines. */
const STREET_PATHS = ['pedestrian'];
const TRACKS = ['track'];
const OVERGROUND: ExpressionSpecification = ['!', ['has', 'is_tunnel']];
const IN_TUNNEL: ExpressionSpecification = ['has', 'is_tunnel'];
/** Below this zoom roads are lines without a casing. */
const CASING_ZOOM = 11;

export function createRoadLayers(colours: StreetColours): LayerSpecification[] {
  return [
    ...createAirfieldLayers(colours),
    ...createStreets('tunnel', IN_TUNNEL, colours, 0.4),
    ...createPathLayers(colours),
    ...createStreets('road', OVERGROUND, colours, 1),
    ...createRailLayers(colours),
    createLines('ferries', 'roads', ['==', ['get', 'kind'], 'ferry'], {
      paint: { 'line-color': colours.ferry, 'line-width': 1, 'line-dasharray': [4, 3] },
      layout: { 'line-cap': 'butt' },
    }),
  ];
}

/** All classes in one layer each for casings and surfaces, so that streets join without edges. Larger roads are drawn last. */
function createStreets(
  id: string,
  where: ExpressionSpecification,
  colours: StreetColours,
  opacity: number,
): LayerSpecification[] {
  const isStreet: ExpressionSpecification = [
    'any',
    isOneOf('kind', ['highway', 'major_road', 'minor_road']),
    ['all', ['==', ['get', 'kind'], 'path'], isOneOf('kind_detail', STREET_PATHS)],
    ['all', ['==', ['get', 'kind'], 'other'], isOneOf('kind_detail', ['living_street', 'rest_area'])],
  ];
  const filter: ExpressionSpecification = ['all', where, isStreet];
  const layout = { 'line-sort-key': ['get', 'sort_rank'] as ExpressionSpecification };
  const line = matchRoad(colours.motorwayLine, colours.mainRoadLine, colours.roadLine);
  const surface = matchRoad(colours.motorway, colours.mainRoad, colours.road);
  const casing = matchRoad(colours.motorwayCasing, colours.mainRoadCasing, colours.roadCasing);
  return [
    createLines(`${id}-casings`, 'roads', filter, {
      minzoom: CASING_ZOOM,
      layout: { ...layout, 'line-cap': 'butt' },
      paint: {
        'line-color': casing,
        'line-width': growWithZoom(listWidths(1)),
        'line-opacity': changeWithZoom({ [CASING_ZOOM]: 0, 12.5: opacity }),
        ...(opacity < 1 && { 'line-dasharray': [2, 1] }),
      },
    }),
    createLines(`${id}s`, 'roads', filter, {
      layout,
      paint: {
        'line-color': changeWithZoom({ [CASING_ZOOM]: line, 12.5: surface }),
        'line-width': growWithZoom(listWidths(0)),
        'line-opacity': opacity,
      },
    }),
  ];
}

/** @param casing pixels on each side */
function listWidths(casing: number): Record<number, ExpressionSpecification> {
  return Object.fromEntries(
    ZOOMS.map((zoom, index) => {
      const cases = Object.entries(DETAILS)
        .filter(([, details]) => details.length > 0)
        .flatMap(([name, details]) => [[...details], getWidth(name as RoadClass, index, casing)]);
      const match = ['match', ['get', 'kind_detail'], ...cases, getWidth('minor', index, casing)];
      return [zoom, match as unknown as ExpressionSpecification];
    }),
  );
}

function getWidth(name: RoadClass, index: number, casing: number): number {
  const width = WIDTHS[name][index]!;
  return width === 0 ? 0 : width + 2 * casing;
}

function matchRoad(motorway: string, main: string, other: string): ExpressionSpecification {
  return [
    'match',
    ['get', 'kind_detail'],
    [...MOTORWAYS],
    motorway,
    [...MAIN_ROADS],
    main,
    other,
  ] as unknown as ExpressionSpecification;
}

function createPathLayers(colours: StreetColours): LayerSpecification[] {
  const isPath: ExpressionSpecification = ['all', OVERGROUND, ['==', ['get', 'kind'], 'path']];
  const isTrack = isOneOf('kind_detail', TRACKS);
  const paint = { 'line-color': colours.path };
  const layout = { 'line-cap': 'butt' as const };
  return [
    createLines('pier-lines', 'roads', ['==', ['get', 'kind_detail'], 'pier'], {
      paint: { 'line-color': colours.paved, 'line-width': growWithZoom({ 12: 0.5, 16: 5, 19: 18 }) },
    }),
    createLines('tracks', 'roads', ['all', isPath, isTrack], {
      paint: { ...paint, 'line-width': growWithZoom({ 12: 0.6, 16: 1.8, 19: 5 }), 'line-dasharray': [5, 1.5] },
      layout,
      minzoom: 12,
    }),
    createLines(
      'paths',
      'roads',
      ['all', isPath, ['!', isOneOf('kind_detail', [...TRACKS, ...STREET_PATHS, 'pier'])]],
      {
        paint: { ...paint, 'line-width': growWithZoom({ 13: 0.6, 16: 1.3, 19: 3 }), 'line-dasharray': [2.5, 1.5] },
        layout,
        minzoom: 13,
      },
    ),
  ];
}

/** Tracks with sleepers at close zooms; in tunnels and where disused they are faint. */
function createRailLayers(colours: StreetColours): LayerSpecification[] {
  const isRail: ExpressionSpecification = ['==', ['get', 'kind'], 'rail'];
  const isFaint: ExpressionSpecification = ['any', IN_TUNNEL, isOneOf('kind_detail', ['disused', 'ventilation_shaft'])];
  const layout = { 'line-cap': 'butt' as const };
  return [
    createLines('faint-rails', 'roads', ['all', isRail, isFaint], {
      paint: { 'line-color': colours.rail, 'line-width': 1, 'line-dasharray': [3, 3], 'line-opacity': 0.5 },
      layout,
      minzoom: 13,
    }),
    createLines('rails', 'roads', ['all', isRail, ['!', isFaint]], {
      paint: { 'line-color': colours.rail, 'line-width': growWithZoom({ 8: 0.6, 13: 1, 16: 1.6, 19: 4 }) },
      layout,
    }),
    createLines('sleepers', 'roads', ['all', isRail, ['!', isFaint]], {
      paint: {
        'line-color': colours.rail,
        'line-width': growWithZoom({ 13: 3, 16: 6, 19: 16 }),
        'line-dasharray': [0.25, 2],
      },
      layout,
      minzoom: 13,
    }),
  ];
}

function createAirfieldLayers(colours: StreetColours): LayerSpecification[] {
  const paint = (width: ExpressionSpecification) => ({ 'line-color': colours.paved, 'line-width': width });
  return [
    createLines('taxiways', 'roads', ['==', ['get', 'kind_detail'], 'taxiway'], {
      paint: paint(growWithZoom({ 11: 0.5, 14: 4, 18: 28 })),
      minzoom: 11,
    }),
    createLines('runways', 'roads', ['==', ['get', 'kind_detail'], 'runway'], {
      paint: paint(growWithZoom({ 9: 0.5, 12: 3, 15: 16, 18: 70 })),
      layout: { 'line-cap': 'butt' },
      minzoom: 9,
    }),
  ];
}
