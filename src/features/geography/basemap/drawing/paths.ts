/** A line as x, y, x, y …, in any plane. */
export type FlatLine = Float64Array | number[];

/** A rectangle; y grows downwards. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The part of a closed line inside a frame (Sutherland–Hodgman); edges along the frame close what it cuts. */
export function clipRing(ring: FlatLine, { left, top, right, bottom }: Frame): number[] {
  let clipped = cutAt(ring, 1, top, 1);
  clipped = cutAt(clipped, 1, bottom, -1);
  clipped = cutAt(clipped, 0, left, 1);
  return cutAt(clipped, 0, right, -1);
}

/** Keeps what lies beyond `limit` on one axis (0 is x, 1 is y), in the direction of `sign`. */
function cutAt(ring: FlatLine, axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
  const kept: number[] = [];
  const count = ring.length;
  for (let i = 0; i < count; i += 2) {
    const next = (i + 2) % count;
    const here = (ring[i + axis]! - limit) * sign;
    const there = (ring[next + axis]! - limit) * sign;
    if (here >= 0) kept.push(ring[i]!, ring[i + 1]!);
    if (here >= 0 === there >= 0) continue;
    const along = here / (here - there);
    kept.push(ring[i]! + (ring[next]! - ring[i]!) * along, ring[i + 1]! + (ring[next + 1]! - ring[i + 1]!) * along);
  }
  return kept;
}

/** The stretches of an open line that may show inside a frame; they run on a little beyond it. */
export function stretchesInside(line: FlatLine, { left, top, right, bottom }: Frame): number[][] {
  const stretches: number[][] = [];
  let current: number[] | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [x1, y1, x2, y2] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const outside =
      Math.max(x1, x2) < left || Math.min(x1, x2) > right || Math.max(y1, y2) < top || Math.min(y1, y2) > bottom;
    if (outside) {
      current = undefined;
      continue;
    }
    if (!current) stretches.push((current = [x1, y1]));
    current.push(x2, y2);
  }
  return stretches;
}

/** Leaves out the points that lie less than `tolerance` from the line without them (Douglas–Peucker). */
export function simplify(line: FlatLine, tolerance: number): number[] {
  const last = line.length / 2 - 1;
  if (last < 2) return [...line];
  const kept = new Uint8Array(last + 1);
  kept[0] = kept[last] = 1;
  const open: [first: number, last: number][] = [[0, last]];
  for (let stretch = open.pop(); stretch; stretch = open.pop()) {
    const [first, end] = stretch;
    const { index, distance } = farthest(line, first, end);
    if (distance <= tolerance * tolerance) continue;
    kept[index] = 1;
    open.push([first, index], [index, end]);
  }
  const points: number[] = [];
  for (let i = 0; i <= last; i++) if (kept[i]) points.push(line[i * 2]!, line[i * 2 + 1]!);
  return points;
}

/** The point farthest from the straight line between two others, with the square of its distance. */
function farthest(line: FlatLine, first: number, last: number): { index: number; distance: number } {
  const [ax, ay] = [line[first * 2]!, line[first * 2 + 1]!];
  const [dx, dy] = [line[last * 2]! - ax, line[last * 2 + 1]! - ay];
  const length = dx * dx + dy * dy || 1;
  let [index, distance] = [first, -1];
  for (let i = first + 1; i < last; i++) {
    const [px, py] = [line[i * 2]! - ax, line[i * 2 + 1]! - ay];
    const along = Math.min(Math.max((px * dx + py * dy) / length, 0), 1);
    const square = (px - along * dx) ** 2 + (py - along * dy) ** 2;
    if (square > distance) [index, distance] = [i, square];
  }
  return { index, distance };
}

/** Area of a closed line, by the shoelace formula, whatever its direction. */
export function areaOf(ring: FlatLine): number {
  let sum = 0;
  const count = ring.length;
  for (let i = 0; i < count; i += 2) {
    const next = (i + 2) % count;
    sum += ring[i]! * ring[next + 1]! - ring[next]! * ring[i + 1]!;
  }
  return Math.abs(sum / 2);
}

/** SVG path data in whole units: an absolute start, then relative steps, standing still left out. */
export function pathData(line: FlatLine, closed: boolean): string {
  let [x, y] = [Math.round(line[0]!), Math.round(line[1]!)];
  let data = `M${x} ${y}l`;
  let steps = 0;
  for (let i = 2; i < line.length; i += 2) {
    const [dx, dy] = [Math.round(line[i]!) - x, Math.round(line[i + 1]!) - y];
    if (dx === 0 && dy === 0) continue;
    data += `${steps > 0 && dx >= 0 ? ' ' : ''}${dx}${dy >= 0 ? ' ' : ''}${dy}`;
    x += dx;
    y += dy;
    steps++;
  }
  return steps === 0 ? '' : data + (closed ? 'z' : '');
}
