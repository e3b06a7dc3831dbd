import { writeFile } from 'node:fs/promises';
import { getTopology } from '../../src/features/geography/boundaries/topology.server.ts';
import { getGazetteer } from '../../src/features/geography/gazetteer/queries.server.ts';
import { getKilometresBetween, isInside } from '../../src/features/geography/measure.ts';
import { getRegionPath, readRegionJson, selectRegion } from '../../src/features/geography/region/queries.server.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import type { z } from 'zod';
import type { Position } from '../../src/features/geography/schema.ts';
import type { Area, Place, PlaceKind, defaultPlace } from '../../src/features/search/vocabulary/schema.ts';

/**
 * Writes `search-places.json` of a region, the places of a new database, from its gazetteer, its boundaries, its postcode districts and
 * `search-names.json`: `REGION=ireland node tools/regions/search-places.ts`. The output is deterministic.
 */
type Point = readonly [latitude: number, longitude: number];

interface Names {
  /** Towns missing a population in the gazetteer, and districts of cities, that are meant when only the name is given. */
  readonly wellKnown: readonly string[];
  /** Other names of towns: Gaelic ones and abbreviations. */
  readonly towns: Readonly<Record<string, readonly string[]>>;
  readonly islands: readonly (readonly [name: string, latitude: number, longitude: number, names: readonly string[]])[];
  /** By name: whether it alone means the area. Otherwise it is also a letter or a numeral. */
  readonly postcodeAreas: Readonly<Record<string, boolean>>;
  readonly areas: readonly (Partial<Area> & { name: string; names: readonly string[]; islands?: readonly string[] })[];
}

type DefaultPlace = z.input<typeof defaultPlace>;

/** Kilometres around a town that belong to it, by its population. */
const REACHES: readonly (readonly [population: number, kilometres: number])[] = [
  [100_000, 12],
  [20_000, 10],
  [0, 8],
];
/** Smaller places are understood only after a word such as "near". */
const MIN_COMMON_POPULATION = 500;
/** Positions of islands are often rounded to a minute of arc. */
const OFFSHORE_KM = 1.5;
const KM_PER_DEGREE = 111.2;
/** Kilometres around the centre of a postcode district: as far as the next centre, but not less or more. */
const DISTRICT = { share: 1, min: 3, max: 25 };

selectRegion(readConfig(process.env).region);
const names = readRegionJson('search-names.json') as Names;
const outlines = new Map(
  names.islands.map(([name, latitude, longitude]) => [name, drawOutline({ latitude, longitude })]),
);
const postcodeDistricts = listDistricts();
const places = [
  ...names.areas.map(toArea),
  ...names.islands.map(toIsland),
  ...listTowns(),
  ...postcodeDistricts,
  ...listPostcodeAreas(postcodeDistricts),
];
const lines = places.map((place) => JSON.stringify(place));
await writeFile(getRegionPath('search-places.json'), `[\n${lines.join(',\n')}\n]\n`);
console.log(`${places.length} places`);

function toArea({ name, names: others, islands = [], ...parts }: Names['areas'][number]): Place {
  const area = {
    councils: parts.councils ?? [],
    circles: parts.circles ?? [],
    outlines: [...(parts.outlines ?? []), ...islands.map((island) => outlines.get(island)!)],
  };
  const isCouncil = area.councils.length === 1 && area.circles.length === 0 && area.outlines.length === 0;
  return toPlace(isCouncil ? 'council' : 'area', [name.replace(/^the /, ''), ...others], name, area);
}

function toIsland([name, , , others]: Names['islands'][number]): Place {
  return toPlace('island', [name, ...others], name, { councils: [], circles: [], outlines: [outlines.get(name)!] });
}

function toPlace(kind: PlaceKind, names: readonly string[], name: string, area: Area): Place {
  return { kind, name, names: [...new Set(names)], common: true, ...getCentre(area), area };
}

function listTowns(): DefaultPlace[] {
  return getGazetteer().towns.map(({ name, population, latitude, longitude }) => {
    const reach = REACHES.find(([least]) => population >= least)![1];
    const common = population >= MIN_COMMON_POPULATION || names.wellKnown.includes(name);
    return {
      kind: common ? 'town' : 'village',
      name,
      ...(names.towns[name] && { names: [name, ...names.towns[name]] }),
      common,
      latitude,
      longitude,
      reach,
    };
  });
}

type District = Position & { kind: 'postcode'; name: string; common: true; reach: number };

function listDistricts(): District[] {
  const rows = readRegionJson('postcode-districts.json') as [name: string, latitude: number, longitude: number][];
  const centres = rows.map(([name, latitude, longitude]) => ({ name, latitude, longitude }));
  return centres.map(({ name, ...centre }) => {
    const others = centres.filter((other) => other.name !== name).map((other) => getKilometresBetween(centre, other));
    const reach = round(Math.min(DISTRICT.max, Math.max(DISTRICT.min, Math.min(...others) * DISTRICT.share)), 1);
    return { kind: 'postcode', name, common: true, ...centre, reach };
  });
}

function listPostcodeAreas(districts: readonly District[]): Place[] {
  return Object.entries(names.postcodeAreas).map(([name, common]) => {
    const inArea = districts.filter((district) => district.name.replace(/\d.*/, '') === name);
    const circles = inArea.map(({ latitude, longitude, reach }): Area['circles'][number] => [
      latitude,
      longitude,
      reach,
    ]);
    return { ...toPlace('postcode', [name], name, { councils: [], circles, outlines: [] }), common };
  });
}

/** The convex hull of the island at a position, with some sea around it. */
function drawOutline(position: Position): [number, number][] {
  const rings = getTopology().land.map((ring) => ring.map(([longitude, latitude]): Point => [latitude, longitude]));
  const containing = rings.find((ring) => isInside(position, ring));
  const nearest = () => rings.toSorted((a, b) => getDistance(position, a) - getDistance(position, b))[0]!;
  const hull = getConvexHull(containing ?? nearest());
  const centre = getMean(hull);
  return hull.map((point) => moveAway(point, centre));
}

function getDistance(position: Position, ring: readonly Point[]): number {
  return Math.min(...ring.map(([latitude, longitude]) => getKilometresBetween(position, { latitude, longitude })));
}

function moveAway([latitude, longitude]: Point, [middleLatitude, middleLongitude]: Point): [number, number] {
  const eastWest = Math.cos((latitude * Math.PI) / 180);
  const north = latitude - middleLatitude;
  const east = (longitude - middleLongitude) * eastWest;
  const length = Math.hypot(north, east) || 1;
  const distance = OFFSHORE_KM / KM_PER_DEGREE;
  return [
    round(latitude + (north / length) * distance, 3),
    round(longitude + ((east / length) * distance) / eastWest, 3),
  ];
}

/** Andrew's monotone chain; without points that hardly change the hull. */
function getConvexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[1] - b[1] || a[0] - b[0]);
  const half = (list: readonly Point[]) => {
    const line: Point[] = [];
    for (const point of list) {
      while (line.length > 1 && getTurn(line.at(-2)!, line.at(-1)!, point) <= 0.0001) line.pop();
      line.push(point);
    }
    return line.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function getTurn(a: Point, b: Point, c: Point): number {
  return (b[1] - a[1]) * (c[0] - a[0]) - (b[0] - a[0]) * (c[1] - a[1]);
}

function getMean(points: readonly Point[]): Point {
  const sum = (index: 0 | 1) => points.reduce((total, point) => total + point[index], 0) / points.length;
  return [sum(0), sum(1)];
}

/** The middle of an area, and the distance to its farthest edge. The middle of a local authority is that of its boundary. */
function getCentre({ councils, circles, outlines: lines }: Area): Position & { reach: number } {
  const { councils: all, lines: borders } = getTopology();
  const ofCouncils = councils.flatMap((name) =>
    borders.filter(({ areas }) => areas.includes(all.indexOf(name))).flatMap(({ points }) => points),
  );
  const points: Point[] = [
    ...ofCouncils.map(([longitude, latitude]): Point => [latitude, longitude]),
    ...lines.flat(),
    ...circles.map(([latitude, longitude]): Point => [latitude, longitude]),
  ];
  const [latitude, longitude] = getMiddle(points);
  const centre = { latitude: round(latitude, 3), longitude: round(longitude, 3) };
  const distances = [
    ...points.map(([lat, lon]) => getKilometresBetween(centre, { latitude: lat, longitude: lon })),
    ...circles.map(([lat, lon, km]) => getKilometresBetween(centre, { latitude: lat, longitude: lon }) + km),
  ];
  return { ...centre, reach: Math.ceil(Math.max(...distances)) };
}

function getMiddle(points: readonly Point[]): Point {
  const middle = (index: 0 | 1) => {
    const values = points.map((point) => point[index]);
    return (values.reduce((a, b) => Math.min(a, b)) + values.reduce((a, b) => Math.max(a, b))) / 2;
  };
  return [middle(0), middle(1)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
