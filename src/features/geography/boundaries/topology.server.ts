import { once } from '../../../platform/runtime/compute-once.ts';
import { readRegionJson } from '../region/queries.server.ts';

/** Degrees (WGS 84), ordered as in GeoJSON. */
export type Coordinate = readonly [longitude: number, latitude: number];
/** A closed line: the last point equals the first. */
export type Ring = readonly Coordinate[];

/** Part of a border between two areas, or of the coast of one. */
export interface BoundaryLine {
  points: readonly Coordinate[];
  /** Indexes of `Topology.councils`; higher numbers are neighbouring countries. */
  areas: readonly number[];
}

/** Land and council areas, made of lines that adjacent areas share. */
export interface Topology {
  councils: readonly string[];
  /** Councils and neighbouring countries. */
  areaCount: number;
  lines: readonly BoundaryLine[];
  /** The outlines of the region. */
  land: readonly Ring[];
  neighbours: readonly Ring[];
}

/** The TopoJSON properties of `land.topo.json`: rings are lists of arcs, ~n is arc n reversed. */
interface TopoJson {
  transform: { scale: Coordinate; translate: Coordinate };
  objects: {
    councils: { geometries: TopoJsonArea[] };
    land: { arcs: number[][][] };
    neighbours: { geometries: TopoJsonArea[] };
  };
  arcs: Coordinate[][];
}

interface TopoJsonArea {
  properties: { name: string };
  arcs: number[][][];
}

/** Returns the boundaries, read on first use. */
export const getTopology = once((): Topology => {
  const { objects, lines } = readTopoJson();
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
    land: rings(objects.land.arcs),
    neighbours: objects.neighbours.geometries.flatMap((area) => rings(area.arcs)),
  };
});

/** Reads the rings of each council area from the file. They are not kept in memory. */
export function getCouncilRings(): { name: string; rings: Ring[] }[] {
  const { objects, lines } = readTopoJson();
  return objects.councils.geometries.map(({ properties: { name }, arcs }) => ({
    name,
    rings: arcs.flat().map((ring) => joinArcs(ring, lines)),
  }));
}

function readTopoJson(): Pick<TopoJson, 'objects'> & { lines: Coordinate[][] } {
  const { transform, objects, arcs } = readRegionJson('land.topo.json') as TopoJson;
  return { objects, lines: arcs.map((arc) => decode(arc, transform)) };
}

/** Decodes the delta encoding of TopoJSON. */
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
