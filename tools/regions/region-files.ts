import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTopology, join, ringPoints, type ArcRing, type Area, type GridPoint, type Ring } from './topology.ts';

export type Coordinate = [longitude: number, latitude: number];
export interface SourceFeature {
  properties: Record<string, unknown>;
  geometry: { type: string; coordinates: unknown };
}

/** A place with a population, which is 0 if unknown. */
export interface SourcePlace {
  name: string;
  latitude: number;
  longitude: number;
  population: number;
}

/** Returns the folder of the source files, the argument of the program. */
export function getSourceFolder(): string {
  const [, program = '', folder] = process.argv;
  if (folder === undefined)
    throw new Error(`The folder of the source files is missing: node tools/regions/${path.basename(program)} FOLDER`);
  return folder;
}

export function getPolygons({ geometry }: SourceFeature): Coordinate[][][] {
  if (geometry.type === 'Polygon') return [geometry.coordinates as Coordinate[][]];
  return geometry.coordinates as Coordinate[][][];
}

/** Snaps a ring to the grid and removes consecutive duplicates. */
function toGrid(ring: readonly Coordinate[]): Ring {
  const points = ring.map(([x, y]): GridPoint => [Math.round(x * 1e4), Math.round(y * 1e4)]);
  return points.filter((p, i) => i === 0 || p[0] !== points[i - 1]![0] || p[1] !== points[i - 1]![1]);
}

/** Returns the area of some features on the grid. */
export const area = (name: string, from: SourceFeature[]): Area => ({
  name,
  rings: from
    .flatMap(getPolygons)
    .flat()
    .map(toGrid)
    .filter((ring) => ring.length > 3),
});

/** Returns the arcs that belong to exactly one area, in the direction of that area: the outline of their union. */
export function outline(areas: readonly { rings: ArcRing[] }[]): number[] {
  const all = areas.flatMap(({ rings }) => rings.flat());
  const used = new Set(all);
  return all.filter((arc) => !used.has(~arc));
}

function signedArea(ring: Ring): number {
  let sum = 0;
  for (let i = 1; i < ring.length; i++) sum += ring[i - 1]![0] * ring[i]![1] - ring[i]![0] * ring[i - 1]![1];
  return sum / 2;
}

const toPolygon = (ring: ArcRing) => [ring];

/** Returns the outer rings of the union of some areas, which must have identical points on their common borders. */
function joinOutline(areas: readonly { rings: ArcRing[] }[], arcs: GridPoint[][]): ArcRing[] {
  const rings = join(outline(areas), arcs);
  const orientation = Math.sign(signedArea(ringPoints(rings.toSorted((a, b) => b.length - a.length)[0]!, arcs)));
  return rings.filter((ring) => Math.sign(signedArea(ringPoints(ring, arcs))) === orientation);
}

/** Encodes council areas and neighbouring countries as TopoJSON. Holes of the land are omitted. */
export function encodeLand(councils: readonly Area[], neighbours: readonly Area[]) {
  const { arcs, areas } = createTopology([...councils, ...neighbours]);
  const named = ({ name, rings }: { name: string; rings: ArcRing[] }) => ({
    type: 'MultiPolygon',
    properties: { name },
    arcs: rings.map(toPolygon),
  });
  const collection = (list: typeof areas) => ({ type: 'GeometryCollection', geometries: list.map(named) });
  const council = areas.slice(0, councils.length);
  return {
    type: 'Topology',
    transform: { scale: [1e-4, 1e-4], translate: [0, 0] },
    objects: {
      councils: collection(council),
      land: { type: 'MultiPolygon', arcs: joinOutline(council, arcs).map(toPolygon) },
      neighbours: collection(areas.slice(councils.length)),
    },
    arcs: arcs.map(toDeltas),
  };
}

/** Returns the union of areas of the same name, which must have identical points on their common borders. */
export function mergeByName(areas: readonly Area[]): Area[] {
  const { arcs, areas: split } = createTopology(areas);
  return [...Map.groupBy(split, ({ name }) => name)].map(([name, parts]) => ({
    name,
    rings: join(outline(parts), arcs).map((ring) => ringPoints(ring, arcs)),
  }));
}

/** TopoJSON delta encoding: the first point, then differences. */
const toDeltas = (line: readonly GridPoint[]) =>
  line.map((p, i) => (i === 0 ? p : [p[0] - line[i - 1]![0], p[1] - line[i - 1]![1]]));

/** Sorts places by population, largest first. */
export const byPopulation = <T extends SourcePlace>(list: readonly T[]): T[] =>
  list.toSorted((a, b) => b.population - a.population || (a.name < b.name ? -1 : 1));

type Row = [name: string, latitude: number, longitude: number, population: number, zoom: number];

/** Returns a row of the gazetteer. */
export const toRow = ({ name, latitude, longitude, population }: SourcePlace, zoom: number): Row => [
  name,
  latitude,
  longitude,
  population,
  zoom,
];

/** Formats one entry per line, for readable diffs. */
export const formatLines = (list: readonly unknown[]) =>
  `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;

export function writeRegionFile(folder: string, file: string, text: string): void {
  writeFileSync(path.join(folder, file), text);
}

export function writeLand(folder: string, { arcs, ...header }: ReturnType<typeof encodeLand>): void {
  const text = `${JSON.stringify(header).slice(0, -1)},"arcs":${formatLines(arcs)}}\n`;
  writeRegionFile(folder, 'land.topo.json', text);
}

export function writeGazetteer(folder: string, lists: { towns: Row[]; abroad: Row[]; islands: Row[] }): void {
  const { towns, abroad, islands } = lists;
  const text = `{"towns":${formatLines(towns)},\n"abroad":${formatLines(abroad)},\n"islands":${formatLines(islands)}}\n`;
  writeRegionFile(folder, 'gazetteer.json', text);
}
