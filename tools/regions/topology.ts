/** Longitude and latitude as whole ten-thousandths of a degree: about 11 m by 6 m in Scotland. */
export type GridPoint = readonly [x: number, y: number];
/** A closed line; its last point repeats its first. */
export type Ring = readonly GridPoint[];
/** A named area; holes are rings like any other. */
export interface Area {
  name: string;
  rings: Ring[];
}
/** A ring as a list of arc numbers; a negative number n is arc ~n reversed (TopoJSON). */
export type ArcRing = number[];

/** Lines between areas, each stored once, and every area as rings of these lines. */
export interface Topology {
  arcs: GridPoint[][];
  areas: { name: string; rings: ArcRing[] }[];
}

const pointKey = (point: GridPoint) => `${point[0]},${point[1]}`;

function edgeKey(a: GridPoint, b: GridPoint): string {
  const [from, to] = [pointKey(a), pointKey(b)];
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

function findEdgeOwners(areas: readonly Area[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [index, { rings }] of areas.entries()) {
    for (const ring of rings) {
      for (const [a, b] of edges(ring)) {
        const key = edgeKey(a, b);
        owners.set(key, owners.has(key) ? `${owners.get(key)}+${index}` : String(index));
      }
    }
  }
  return owners;
}

function* edges(ring: Ring): Generator<[GridPoint, GridPoint]> {
  for (let i = 1; i < ring.length; i++) yield [ring[i - 1]!, ring[i]!];
}

/** Splits a ring where its neighbour changes, starting at such a point if there is one. */
function split(ring: Ring, owners: ReadonlyMap<string, string>): GridPoint[][] {
  const neighbour = [...edges(ring)].map(([a, b]) => owners.get(edgeKey(a, b)));
  const count = neighbour.length;
  const start = Math.max(
    neighbour.findIndex((owner, i) => owner !== neighbour[(i + count - 1) % count]),
    0,
  );
  const lines: GridPoint[][] = [];
  for (let step = 0; step < count; step++) {
    const at = (start + step) % count;
    const changed = neighbour[at] !== neighbour[(at + count - 1) % count];
    if (step === 0 || changed) lines.push([ring[at]!]);
    lines.at(-1)!.push(ring[at + 1]!);
  }
  return lines;
}

/** Creates a topology from areas. Neighbours must have identical points on their common border. */
export function createTopology(areas: readonly Area[]): Topology {
  const owners = findEdgeOwners(areas);
  const arcs: GridPoint[][] = [];
  const known = new Map<string, number>();
  const getArc = (line: GridPoint[]): number => {
    const forwards = line.map(pointKey).join(' ');
    const backwards = line.map(pointKey).reverse().join(' ');
    const existing = known.get(forwards);
    if (existing !== undefined) return existing;
    const reversed = known.get(backwards);
    if (reversed !== undefined) return ~reversed;
    known.set(forwards, arcs.length);
    return arcs.push(line) - 1;
  };
  return {
    areas: areas.map(({ name, rings }) => ({ name, rings: rings.map((ring) => split(ring, owners).map(getArc)) })),
    arcs,
  };
}

/** Joins directed arcs end to start into rings. */
export function join(lines: readonly number[], arcs: readonly GridPoint[][]): ArcRing[] {
  const getStart = (arc: number) => pointKey(arc < 0 ? arcs[~arc]!.at(-1)! : arcs[arc]![0]!);
  const getEnd = (arc: number) => getStart(~arc);
  const from = Map.groupBy(lines, getStart);
  const rings: ArcRing[] = [];
  for (const first of lines) {
    if (!from.get(getStart(first))?.includes(first)) continue;
    const ring: ArcRing = [];
    for (let next: number | undefined = first; next !== undefined; next = from.get(getEnd(next))?.[0]) {
      ring.push(next);
      const outgoing: number[] = from.get(getStart(next))!;
      outgoing.splice(outgoing.indexOf(next), 1);
    }
    rings.push(ring);
  }
  return rings;
}

/** Returns the points of a ring of arcs, closed. */
export function ringPoints(ring: ArcRing, arcs: readonly GridPoint[][]): GridPoint[] {
  const lines = ring.map((arc) => (arc < 0 ? arcs[~arc]!.toReversed() : arcs[arc]!));
  return [lines[0]![0]!, ...lines.flatMap((line) => line.slice(1))];
}
