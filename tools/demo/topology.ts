/** Longitude and latitude as whole ten-thousandths of a degree: about 11 m by 6 m in Scotland. */
export type GridPoint = readonly [x: number, y: number];
/** A closed line: its last point repeats its first. */
export type Ring = readonly GridPoint[];
/** The ground that belongs together under one name; holes are rings like any other. */
export interface Area {
  name: string;
  rings: Ring[];
}
/** Rings as lists of arc numbers; a negative number n stands for arc ~n walked backwards (TopoJSON). */
export type ArcRing = number[];

/** Lines that several areas share, each kept once, and every area as rings of them. */
export interface Topology {
  arcs: GridPoint[][];
  areas: { name: string; rings: ArcRing[] }[];
}

const pointKey = (point: GridPoint) => `${point[0]},${point[1]}`;

function edgeKey(a: GridPoint, b: GridPoint): string {
  const [from, to] = [pointKey(a), pointKey(b)];
  return from < to ? `${from} ${to}` : `${to} ${from}`;
}

function edgeOwners(areas: readonly Area[]): Map<string, string> {
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

/** Cuts a ring wherever its neighbour changes, starting at such a place if there is one. */
function cut(ring: Ring, owners: ReadonlyMap<string, string>): GridPoint[][] {
  const neighbour = [...edges(ring)].map(([a, b]) => owners.get(edgeKey(a, b)));
  const count = neighbour.length;
  const start = Math.max(
    neighbour.findIndex((owner, i) => owner !== neighbour[(i + count - 1) % count]),
    0,
  );
  const pieces: GridPoint[][] = [];
  for (let step = 0; step < count; step++) {
    const at = (start + step) % count;
    const changed = neighbour[at] !== neighbour[(at + count - 1) % count];
    if (step === 0 || changed) pieces.push([ring[at]!]);
    pieces.at(-1).push(ring[at + 1]!);
  }
  return pieces;
}

/** Finds the lines that areas share. Areas meet where their rings have the same points. */
export function topology(areas: readonly Area[]): Topology {
  const owners = edgeOwners(areas);
  const arcs: GridPoint[][] = [];
  const known = new Map<string, number>();
  const arcOf = (line: GridPoint[]): number => {
    const forwards = line.map(pointKey).join(' ');
    const backwards = line.map(pointKey).reverse().join(' ');
    const there = known.get(forwards);
    if (there !== undefined) return there;
    const reversed = known.get(backwards);
    if (reversed !== undefined) return ~reversed;
    known.set(forwards, arcs.length);
    return arcs.push(line) - 1;
  };
  return {
    areas: areas.map(({ name, rings }) => ({ name, rings: rings.map((ring) => cut(ring, owners).map(arcOf)) })),
    arcs,
  };
}

/** Joins directed lines end to start into rings of arc numbers. */
export function join(lines: readonly number[], arcs: readonly GridPoint[][]): ArcRing[] {
  const startOf = (arc: number) => pointKey(arc < 0 ? arcs[~arc]!.at(-1) : arcs[arc]![0]!);
  const endOf = (arc: number) => startOf(~arc);
  const from = Map.groupBy(lines, startOf);
  const rings: ArcRing[] = [];
  for (const first of lines) {
    if (!from.get(startOf(first))?.includes(first)) continue;
    const ring: ArcRing = [];
    for (let next: number | undefined = first; next !== undefined; next = from.get(endOf(next))?.[0]) {
      ring.push(next);
      const leaving: number[] = from.get(startOf(next))!;
      leaving.splice(leaving.indexOf(next), 1);
    }
    rings.push(ring);
  }
  return rings;
}

/** Points of a ring of arcs, closed. */
export function ringPoints(ring: ArcRing, arcs: readonly GridPoint[][]): GridPoint[] {
  const lines = ring.map((arc) => (arc < 0 ? arcs[~arc]!.toReversed() : arcs[arc]!));
  return [lines[0]![0]!, ...lines.flatMap((line) => line.slice(1))];
}
