/**
 * Generates the map data of regions/scotland from a folder with the public source files listed in its README:
 * `node tools/regions/scotland.ts FOLDER`. The output is deterministic.
 */
import { readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { parse } from 'csv-parse/sync';
import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import { labelZooms } from './label-zooms.ts';
import {
  type Coordinate,
  type SourceFeature,
  area,
  byPopulation,
  encodeLand,
  formatLines,
  getSourceFolder,
  outline,
  toRow,
  writeGazetteer,
  writeLand,
  writeRegionFile,
} from './region-files.ts';
import { createTopology, join, ringPoints, type Area, type GridPoint, type Ring } from './topology.ts';

const source = getSourceFolder();
const target = joinPath(import.meta.dirname, '../../regions/scotland');

const features = (file: string) =>
  (JSON.parse(readFileSync(joinPath(source, file), 'utf8')) as { features: SourceFeature[] }).features;
const rows = (file: string) =>
  parse(readFileSync(joinPath(source, file)), { columns: true }) as Record<string, string>[];

const samePlace = (a: GridPoint) => (b: GridPoint) => a[0] === b[0] && a[1] === b[1];

/** The ends of the border with England, and the points where the coast of England in the source continues, on the grid. */
const BORDER_ENDS: readonly GridPoint[] = [
  [-30573, 549870],
  [-20340, 558110],
];
const ENGLISH_SOLWAY: GridPoint = [-30490, 549850];
const TWEED_MOUTH: GridPoint = [-19930, 557610];
/** In the source the land around Berwick is a separate ring; these are the ends of its coast. */
const BERWICK_COAST: readonly GridPoint[] = [
  [-19920, 557660],
  [-20320, 558060],
];

/** Returns the shorter arc of a ring between two of its points, from the first to the second. */
function between(ring: Ring, [first, last]: readonly GridPoint[]): GridPoint[] {
  const open = ring.slice(0, -1);
  const start = open.findIndex(samePlace(first!));
  const forwards = [...open.slice(start), ...open.slice(0, start)];
  const end = forwards.findIndex(samePlace(last!));
  const one = forwards.slice(0, end + 1);
  const other = [forwards[0]!, ...forwards.slice(end).reverse()];
  return one.length < other.length ? one : other;
}

/**
 * Aligns the rest of Britain, which is coarser in the source, with the border of Scotland: replaces its line from the Tweed to the
 * Solway with Scotland's, and merges the land around Berwick.
 */
function alignBorder(rest: Area, scotland: readonly Ring[]): Area {
  const findRing = (rings: readonly Ring[], point: GridPoint) => rings.find((ring) => ring.some(samePlace(point)))!;
  const border = between(findRing(scotland, BORDER_ENDS[0]!), BORDER_ENDS);
  const berwick = findRing(rest.rings, BERWICK_COAST[0]!);
  const england = findRing(rest.rings, TWEED_MOUTH);
  const joined = [
    ...england.slice(0, england.findIndex(samePlace(TWEED_MOUTH)) + 1),
    ...between(berwick, BERWICK_COAST),
    ...border.toReversed(),
    ...england.slice(england.findIndex(samePlace(ENGLISH_SOLWAY))),
  ];
  return { ...rest, rings: [joined, ...rest.rings.filter((ring) => ring !== england && ring !== berwick)] };
}

function createLand() {
  const councils = features('boundaries/scotland-council-areas.geojson')
    .map((feature) => area(String(feature.properties['name']), [feature]))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const councilTopology = createTopology(councils);
  const scotland = join(outline(councilTopology.areas), councilTopology.arcs).map((ring) =>
    ringPoints(ring, councilTopology.arcs),
  );
  const rest = alignBorder(area('Rest of the United Kingdom', features('basemap/rest-of-uk-land.geojson')), scotland);
  return encodeLand(councils, [rest, area('Neighbours', features('basemap/natural-earth-land-neighbours.geojson'))]);
}

function createWater() {
  const layer = (kind: string, file: string) =>
    features(file).map(({ geometry }) => ({ type: 'Feature', properties: { kind }, geometry }));
  return {
    type: 'FeatureCollection',
    features: [
      ...layer('lake', 'basemap/natural-earth-lakes.geojson'),
      ...layer('river', 'basemap/natural-earth-rivers.geojson'),
      ...layer('urban', 'basemap/natural-earth-urban-areas-50m.geojson'),
    ],
  };
}

/** Formats a name as on British signposts: St Andrews, Newport-on-Tay. */
const formatName = (name: string) =>
  name
    .replace(/^Saint /, 'St ')
    .replace(/-On-/, '-on-')
    .replace(/^Isle Of /, 'Isle of ');

function createGazetteer() {
  const all = rows('gazetteer/scotland-populated-places-geonames.csv')
    .filter((row) => row['feature_code'] !== 'PPLF')
    .map((row) => ({
      name: formatName(row['name']!),
      latitude: Number(row['lat']),
      longitude: Number(row['lon']),
      population: Number(row['population']),
      island: row['feature_code'] === 'PPLL' && Number(row['population']) > 1,
    }))
    .map((place) => ({ ...place, island: place.island || /^(Isle of .*|Harris)$/.test(place.name) }));
  const abroad = features('basemap/natural-earth-points.geojson')
    .filter(({ properties }) => properties['kind'] === 'place')
    .map(({ properties, geometry }) => {
      const [longitude, latitude] = geometry.coordinates as Coordinate;
      return { name: String(properties['name']), latitude, longitude, population: Number(properties['pop_max']) };
    })
    .filter((city) => city.population >= 20_000)
    .filter((city) => !all.some((place) => place.name === city.name && Math.abs(place.latitude - city.latitude) < 0.3));
  const towns = byPopulation(all.filter((place) => !place.island));
  const ranked = byPopulation([...towns, ...abroad]);
  const zooms = new Map(labelZooms(ranked).map((zoom, i) => [ranked[i], zoom]));
  const islands = byPopulation(all.filter((place) => place.island)).filter((place) => place.population >= 100);
  return {
    towns: towns.map((place) => toRow(place, zooms.get(place)!)),
    abroad: byPopulation(abroad).map((place) => toRow(place, zooms.get(place)!)),
    islands: islands.map((place) => toRow(place, place.population >= 5000 ? 7 : 8)),
  };
}

/** Returns the medoid of the places in each postcode district; their mean could lie in a firth. */
function createDistricts() {
  const places = Map.groupBy(
    rows('address/scotland-postcode-districts-geonames.csv'),
    (row) => row['postcode_district']!,
  );
  return [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([district, list]) => {
      const points = list.map((row) => ({ latitude: Number(row['lat']), longitude: Number(row['lon']) }));
      const distances = points.map((point) =>
        points.reduce((sum, other) => sum + getKilometresBetween(point, other), 0),
      );
      const { latitude, longitude } = points[distances.indexOf(Math.min(...distances))]!;
      return [district, latitude, longitude];
    });
}

writeLand(target, createLand());
writeRegionFile(
  target,
  'water.geo.json',
  `{"type":"FeatureCollection","features":${formatLines(createWater().features)}}\n`,
);
writeGazetteer(target, createGazetteer());
writeRegionFile(target, 'postcode-districts.json', `${formatLines(createDistricts())}\n`);
