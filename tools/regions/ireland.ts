/**
 * Generates the map data of regions/ireland from a folder with the public source files listed in its README:
 * `node tools/regions/ireland.ts FOLDER`. The output is deterministic. Afterwards run `search-places.ts` and `ireland-demo.ts`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getKilometresBetween } from '../../src/features/geography/measure.ts';
import { labelZooms } from './label-zooms.ts';
import {
  type Coordinate,
  type SourceFeature,
  type SourcePlace,
  area,
  byPopulation,
  encodeLand,
  formatLines,
  getPolygons,
  getSourceFolder,
  mergeByName,
  toRow,
  writeGazetteer,
  writeLand,
  writeRegionFile,
} from './region-files.ts';
import type { Area } from './topology.ts';

const source = getSourceFolder();
const target = path.join(import.meta.dirname, '../../regions/ireland');

const readJson = (folder: string, file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as unknown;
const features = (file: string) => (readJson(source, file) as { features: SourceFeature[] }).features;

/** Local authorities since 2014, by those of the source. Cities and counties of one name differ by their type. */
const AUTHORITIES: Readonly<Record<string, string>> = {
  'Cork City': 'Cork City',
  'Cork County': 'Cork County',
  'Dublin County': 'Dublin City',
  'Galway City': 'Galway City',
  'Galway County': 'Galway County',
  'Laoighis County': 'Laois',
  'Limerick City': 'Limerick',
  'North Tipperary County': 'Tipperary',
  'South Tipperary County': 'Tipperary',
  'Waterford City': 'Waterford',
};

function getAuthority({ properties }: SourceFeature): string {
  const { name, type_en: type } = properties as { name: string; type_en: string };
  return AUTHORITIES[`${name} ${type}`] ?? name;
}

/** Returns the local authorities. Minor islands, which have no county in the source, get that of the nearest coast. */
function listAuthorities(): Area[] {
  const all = features('irl.json');
  const counties = all.filter(({ properties }) => properties['name'] !== null);
  const minor = all.filter(({ properties }) => properties['name'] === null).flatMap(getPolygons);
  const islands = minor.map((polygon) => {
    const nearest = counties.map((county) => ({ county, squared: getSquaredDistance(county, polygon[0]![0]!) }));
    const { county } = nearest.reduce((a, b) => (b.squared < a.squared ? b : a));
    return { ...county, geometry: { type: 'Polygon', coordinates: polygon } };
  });
  const areas = [...counties, ...islands].map((feature) => area(getAuthority(feature), [feature]));
  return mergeByName(areas).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function getSquaredDistance(feature: SourceFeature, [x, y]: Coordinate): number {
  const points = getPolygons(feature).flat(2);
  return points.reduce((least, [px, py]) => Math.min(least, (px - x) ** 2 + (py - y) ** 2), Infinity);
}

/** Returns the land of the neighbours, which has the same border with Ireland in the source. */
function listNeighbours(): Area[] {
  const counties = [...features('gbr.json'), ...features('imn.json')];
  return mergeByName(counties.map((county) => area('Neighbours', [county])));
}

/** Names in the source that are not the usual ones in English. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  'An Muileann gCearr': 'Mullingar',
  'An Ros': 'Rush',
  Bearna: 'Barna',
  'Cill Airne': 'Killarney',
  'Cluain Meala': 'Clonmel',
  'Droichead Nua': 'Newbridge',
  Gaillimh: 'Galway',
  Leifear: 'Lifford',
  'Loch Garman': 'Wexford',
  Luimneach: 'Limerick',
  'Ráth Luirc': 'Charleville',
  'Trá Mhór': 'Tramore',
};
/** The source gives a townland in County Cork 10,000 people. */
const ERRORS: ReadonlySet<string> = new Set(['Derry']);

interface City {
  name: string;
  featureCode: string;
  population: number;
  coordinates: Coordinate;
}

function listTowns(): SourcePlace[] {
  const cities = readJson(source!, 'cities.json') as City[];
  return byPopulation(
    cities
      // Sections of a town are no towns.
      .filter(({ name, featureCode }) => featureCode !== 'PPLX' && !ERRORS.has(name))
      .map(({ name, population, coordinates: [longitude, latitude] }) => {
        return { name: ENGLISH_NAMES[name] ?? name, latitude, longitude, population };
      }),
  );
}

function createGazetteer(towns: readonly SourcePlace[]) {
  const abroad = features('natural-earth-points.geojson')
    .filter(({ properties }) => properties['kind'] === 'place' && Number(properties['pop_max']) >= 20_000)
    .map(({ properties, geometry }) => {
      const [longitude, latitude] = geometry.coordinates as Coordinate;
      return { name: String(properties['name']), latitude, longitude, population: Number(properties['pop_max']) };
    })
    .filter((city) => !towns.some((town) => getKilometresBetween(town, city) < 10));
  const ranked = byPopulation([...towns, ...abroad]);
  const zooms = new Map(labelZooms(ranked).map((zoom, i) => [ranked[i], zoom]));
  return {
    towns: towns.map((place) => toRow(place, zooms.get(place)!)),
    abroad: byPopulation(abroad).map((place) => toRow(place, zooms.get(place)!)),
    islands: [],
  };
}

/** Returns each routing key of the Eircodes with the position of its town. */
function createDistricts(towns: readonly SourcePlace[]) {
  const names = readJson(target, 'postcode-towns.json') as Record<string, string>;
  return Object.entries(names).map(([key, name]) => {
    const town = towns.find((place) => place.name === name);
    if (!town) throw new Error(`no town is called ${name}`);
    return [key, town.latitude, town.longitude];
  });
}

const { bounds } = readJson(target, 'region.json') as { bounds: [number, number, number, number] };

function isNear({ geometry }: SourceFeature): boolean {
  const [west, south, east, north] = bounds;
  const points = (geometry.coordinates as number[][]).flat(Infinity) as number[];
  return points.some((x, i) => i % 2 === 0 && x > west && x < east && points[i + 1]! > south && points[i + 1]! < north);
}

const KINDS = { lake: 'lakes', river: 'rivers', urban: 'urban-areas-50m' } as const;

function createWater() {
  return Object.entries(KINDS).flatMap(([kind, file]) =>
    features(`natural-earth-${file}.geojson`)
      .filter(isNear)
      .map(({ geometry }) => ({ type: 'Feature', properties: { kind }, geometry })),
  );
}

/** Names of salt water; the positions of their labels are our own, estimated on the base map. */
const SEAS = [
  ['Atlantic Ocean', 53.6, -11, 4],
  ['Irish Sea', 53.6, -5.3, 5],
  ['Celtic Sea', 51.2, -7.5, 5],
  ['North Channel', 55.05, -5.7, 6],
  ["St George's Channel", 52, -5.9, 6],
  ['Donegal Bay', 54.5, -8.75, 7],
  ['Galway Bay', 53.17, -9.35, 7],
] as const;

/** Returns the middle of the box of each lake that has a name in the source: "Mask (Lough)" is Lough Mask. */
function listLakeLabels() {
  return features('natural-earth-lakes.geojson')
    .filter((lake) => isNear(lake) && lake.properties['name'] !== null)
    .map((lake) => {
      const points = getPolygons(lake).flat(2);
      const middle = (axis: 0 | 1) => {
        const values = points.map((point) => point[axis]);
        return Number(((Math.min(...values) + Math.max(...values)) / 2).toFixed(3));
      };
      const name = String(lake.properties['name']).replace(/^(.*) \(Lough\)$/, 'Lough $1');
      return [name, middle(1), middle(0), 8];
    });
}

const towns = listTowns();
writeLand(target, encodeLand(listAuthorities(), listNeighbours()));
writeGazetteer(target, createGazetteer(towns));
writeRegionFile(target, 'postcode-districts.json', `${formatLines(createDistricts(towns))}\n`);
writeRegionFile(target, 'water.geo.json', `{"type":"FeatureCollection","features":${formatLines(createWater())}}\n`);
writeRegionFile(
  target,
  'water-labels.json',
  `{"seas": ${formatLines(SEAS)},\n"lakes": ${formatLines(listLakeLabels())}}\n`,
);
