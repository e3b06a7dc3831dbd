import { readFileSync } from 'node:fs';

/** Degrees (WGS 84), in the order of GeoJSON. */
export type Coordinate = readonly [longitude: number, latitude: number];
/** A closed line: its last point repeats its first. */
export type Ring = readonly Coordinate[];

/** A stretch of coast or border, with the areas on its two sides; a coast has one. */
export interface BoundaryLine {
  points: readonly Coordinate[];
  /** Numbers in `Topology.councils`; higher ones are neighbours' ground. */
  areas: readonly number[];
}

/** The country's land and council areas, made of lines that neighbours share. */
export interface Topology {
  councils: readonly string[];
  /** How many areas the lines name, neighbours included. */
  areaCount: number;
  lines: readonly BoundaryLine[];
  scotland: readonly Ring[];
  neighbours: readonly Ring[];
}

/** The parts of a TopoJSON file that `land.topo.json` has: rings are lists of arcs, ~n meaning arc n backwards. */
interface TopoJson {
  transform: { scale: Coordinate; translate: Coordinate };
  objects: {
    councils: { geometries: TopoJsonArea[] };
    scotland: { arcs: number[][][] };
    neighbours: { geometries: TopoJsonArea[] };
  };
  arcs: Coordinate[][];
}

interface TopoJsonArea {
  properties: { name: string };
  arcs: number[][][];
}

let loaded: Topology | undefined;

/** The boundaries, read on first use and kept. */
export function topology(): Topology {
  return (loaded ??= read(new URL('land.topo.json', import.meta.url)));
}

function read(file: URL): Topology {
  const { transform, objects, arcs } = JSON.parse(readFileSync(file, 'utf8')) as TopoJson;
  const lines = arcs.map((arc) => decode(arc, transform));
  const areas: number[][] = lines.map(() => []);
  const all = [...objects.councils.geometries, ...objects.neighbours.geometries];
  for (const [index, area] of all.entries()) {
    for (const arc of area.arcs.flat(2)) areas[arc < 0 ? ~arc : arc]!.push(index);
  }
  const rings = (list: number[][][]) => list.flat().map((ring) => joinArcs(ring, lines));
  return {
    councils: objects.councils.geometries.map((council) => council.properties.name),
    areaCount: all.length,
    lines: lines.map((points, i) => ({ points, areas: areas[i]! })),
    scotland: rings(objects.scotland.arcs),
    neighbours: objects.neighbours.geometries.flatMap((area) => rings(area.arcs)),
  };
}

/** Undoes TopoJSON's delta coding: whole grid steps from point to point. */
function decode(arc: readonly Coordinate[], { scale, translate }: TopoJson['transform']): Coordinate[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

function joinArcs(ring: readonly number[], lines: readonly Coordinate[][]): Ring {
  return ring.flatMap((arc, i) => {
    const points = arc < 0 ? lines[~arc]!.toReversed() : lines[arc]!;
    return i === 0 ? points : points.slice(1);
  });
}
