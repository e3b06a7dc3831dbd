import { readFileSync } from 'node:fs';

/** Degrees (WGS 84), in the order of GeoJSON. */
export type Coordinate = readonly [longitude: number, latitude: number];
/** A closed line: its last point repeats its first. */
export type Ring = readonly Coordinate[];

/** A section of coast or border, with the areas on its two sides; a coast has one. */
export interface BoundaryLine {
  points: readonly Coordinate[];
  /** Indexes into `Topology.councils`; higher ones are areas of neighbours. */
  areas: readonly number[];
}

/** The land and the council areas, as lines that adjacent areas share. */
export interface Topology {
  councils: readonly string[];
  /** Number of areas, including neighbours. */
  areaCount: number;
  lines: readonly BoundaryLine[];
  scotland: readonly Ring[];
  neighbours: readonly Ring[];
}

/** The parts of TopoJSON that `land.topo.json` uses: rings are lists of arcs, where ~n is arc n reversed. */
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

/** Returns the boundaries; read on first use. */
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

/** Decodes TopoJSON's delta encoding: integer grid steps from point to point. */
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
