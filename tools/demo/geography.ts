/**
 * Derives the data files of src/features/geography from the folder of public source files that
 * its README names: `node tools/demo/geography.ts FOLDER`. The same folder gives the same bytes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { parse } from 'csv-parse/sync';
import { kilometresBetween } from '../../src/features/geography/gazetteer/queries.server.ts';
import { labelZooms } from './label-zooms.ts';
import { join, ringPoints, topology, type ArcRing, type Area, type GridPoint, type Ring } from './topology.ts';

type Coordinate = [longitude: number, latitude: number];
interface SourceFeature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

const source = process.argv[2];
if (source === undefined)
  throw new Error('Say which folder holds the source files: node tools/demo/geography.ts FOLDER');
const target = joinPath(import.meta.dirname, '../../src/features/geography');

const features = (file: string) =>
  (JSON.parse(readFileSync(joinPath(source, file), 'utf8')) as { features: SourceFeature[] }).features;
const rows = (file: string) =>
  parse(readFileSync(joinPath(source, file)), { columns: true }) as Record<string, string>[];

function polygons({ geometry }: SourceFeature): Coordinate[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates as Coordinate[][]];
  return geometry.coordinates as Coordinate[][][];
}

/** On the grid, without points that fall together there. */
function toGrid(ring: readonly Coordinate[]): Ring {
  const points = ring.map(([x, y]): GridPoint => [Math.round(x * 1e4), Math.round(y * 1e4)]);
  return points.filter((p, i) => i === 0 || p[0] !== points[i - 1]![0] || p[1] !== points[i - 1]![1]);
}

const area = (name: string, from: SourceFeature[]): Area => ({
  name,
  rings: from
    .flatMap(polygons)
    .flat()
    .map(toGrid)
    .filter((ring) => ring.length > 3),
});

const samePlace = (a: GridPoint) => (b: GridPoint) => a[0] === b[0] && a[1] === b[1];

/** Arcs with exactly one owner, walked as that owner walks them: the outline of all the areas together. */
function outline(areas: readonly { rings: ArcRing[] }[]): number[] {
  const all = areas.flatMap(({ rings }) => rings.flat());
  const used = new Set(all);
  return all.filter((arc) => !used.has(~arc));
}

/** Where the border with England ends, and where the source's coast of England takes it up, on the grid. */
const BORDER_ENDS: readonly GridPoint[] = [
  [-30573, 549870],
  [-20340, 558110],
];
const ENGLISH_SOLWAY: GridPoint = [-30490, 549850];
const TWEED_MOUTH: GridPoint = [-19930, 557610];
/** The source keeps the land round Berwick as a ring of its own; these are the ends of its open coast. */
const BERWICK_COAST: readonly GridPoint[] = [
  [-19920, 557660],
  [-20320, 558060],
];

/** Part of a ring between two of its points, by the shorter way round, from the first to the second. */
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
 * The rest of Britain, drawn more coarsely in the source, made to meet Scotland's border point by point: the source's
 * line from the Tweed to the Solway gives way to Scotland's own, and the land round Berwick becomes one with the rest.
 */
function meetBorder(rest: Area, scotland: readonly Ring[]): Area {
  const ringWith = (rings: readonly Ring[], point: GridPoint) => rings.find((ring) => ring.some(samePlace(point)))!;
  const border = between(ringWith(scotland, BORDER_ENDS[0]!), BORDER_ENDS);
  const berwick = ringWith(rest.rings, BERWICK_COAST[0]!);
  const england = ringWith(rest.rings, TWEED_MOUTH);
  const joined = [
    ...england.slice(0, england.findIndex(samePlace(TWEED_MOUTH)) + 1),
    ...between(berwick, BERWICK_COAST),
    ...border.toReversed(),
    ...england.slice(england.findIndex(samePlace(ENGLISH_SOLWAY))),
  ];
  return { ...rest, rings: [joined, ...rest.rings.filter((ring) => ring !== england && ring !== berwick)] };
}

function signedArea(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum / 2;
}

/** TopoJSON's delta coding: a first point, then steps. */
const deltas = (line: readonly GridPoint[]) =>
  line.map((p, i) => (i === 0 ? p : [p[0] - line[i - 1]![0], p[1] - line[i - 1]![1]]));

function land() {
  const councils = features('boundaries/scotland-council-areas.geojson')
    .map((feature) => area(String(feature.properties['name']), [feature]))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const alone = topology(councils);
  const scotland = join(outline(alone.areas), alone.arcs).map((ring) => ringPoints(ring, alone.arcs));
  const rest = meetBorder(area('Rest of the United Kingdom', features('basemap/rest-of-uk-land.geojson')), scotland);
  const beyond = area('Neighbours', features('basemap/natural-earth-land-neighbours.geojson'));

  const { arcs, areas } = topology([...councils, rest, beyond]);
  const outer = join(outline(areas.slice(0, councils.length)), arcs);
  const turn = Math.sign(signedArea(ringPoints(outer.toSorted((a, b) => b.length - a.length)[0]!, arcs)));
  const polygon = (ring: ArcRing) => [ring];
  const holes = outer.filter((ring) => Math.sign(signedArea(ringPoints(ring, arcs))) !== turn);
  console.log(`${arcs.length} lines, ${outer.length} rings of land, ${holes.length} of them holes (left out)`);
  const named = ({ name, rings }: { name: string; rings: ArcRing[] }) => ({
    type: 'MultiPolygon',
    properties: { name },
    arcs: rings.map(polygon),
  });
  const collection = (list: typeof areas) => ({ type: 'GeometryCollection', geometries: list.map(named) });
  return {
    type: 'Topology',
    transform: { scale: [1e-4, 1e-4], translate: [0, 0] },
    objects: {
      councils: collection(areas.slice(0, councils.length)),
      scotland: { type: 'MultiPolygon', arcs: outer.filter((ring) => !holes.includes(ring)).map(polygon) },
      neighbours: collection(areas.slice(councils.length)),
    },
    arcs: arcs.map(deltas),
  };
}

function water() {
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

/** As on British signposts: St Andrews, Newport-on-Tay. */
const signpost = (name: string) =>
  name
    .replace(/^Saint /, 'St ')
    .replace(/-On-/, '-on-')
    .replace(/^Isle Of /, 'Isle of ');

function places() {
  const all = rows('gazetteer/scotland-populated-places-geonames.csv')
    .filter((row) => row['feature_code'] !== 'PPLF')
    .map((row) => ({
      name: signpost(row['name']!),
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
  const byPopulation = <T extends { name: string; population: number }>(list: T[]) =>
    list.toSorted((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));
  const towns = byPopulation(all.filter((place) => !place.island));
  const row = (place: { name: string; latitude: number; longitude: number; population: number }, zoom: number) => [
    place.name,
    place.latitude,
    place.longitude,
    place.population,
    zoom,
  ];
  const ranked = byPopulation([...towns, ...abroad]);
  const zooms = new Map(labelZooms(ranked).map((zoom, i) => [ranked[i], zoom]));
  const islands = byPopulation(all.filter((place) => place.island)).filter((place) => place.population >= 100);
  return {
    towns: towns.map((place) => row(place, zooms.get(place)!)),
    abroad: byPopulation(abroad).map((place) => row(place, zooms.get(place)!)),
    islands: islands.map((place) => row(place, place.population >= 5000 ? 7 : 8)),
  };
}

/** Of each postcode district the place that is nearest to all others of it: a mean could lie in a firth. */
function districts() {
  const places = Map.groupBy(
    rows('address/scotland-postcode-districts-geonames.csv'),
    (row) => row['postcode_district']!,
  );
  return [...places]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([district, list]) => {
      const points = list.map((row) => ({ latitude: Number(row['lat']), longitude: Number(row['lon']) }));
      const apart = points.map((point) => points.reduce((sum, other) => sum + kilometresBetween(point, other), 0));
      const { latitude, longitude } = points[apart.indexOf(Math.min(...apart))]!;
      return [district, latitude, longitude];
    });
}

/** One entry a line, so that a change of the sources can be read as a difference. */
const lines = (list: unknown[]) => `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;

const { arcs, ...head } = land();
writeFileSync(
  joinPath(target, 'boundaries/land.topo.json'),
  `${JSON.stringify(head).slice(0, -1)},"arcs":${lines(arcs)}}\n`,
);
writeFileSync(
  joinPath(target, 'basemap/water.geo.json'),
  `{"type":"FeatureCollection","features":${lines(water().features)}}\n`,
);
const { towns, abroad, islands } = places();
writeFileSync(
  joinPath(target, 'gazetteer/places.json'),
  `{"towns":${lines(towns)},\n"abroad":${lines(abroad)},\n"islands":${lines(islands)}}\n`,
);
writeFileSync(joinPath(target, 'postcodes/districts.json'), `${lines(districts())}\n`);
