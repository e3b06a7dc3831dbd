/** Coordinates of a line: x, y, x, y … */
export type FlatLine = Float64Array | number[];

/** A rectangle; y grows downwards. */
export interface Frame {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function intersects(a: Frame, b: Frame): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Clips a closed line to a frame (Sutherland–Hodgman); the result is closed along the frame. */
export function clipRing(ring: FlatLine, { left, top, right, bottom }: Frame): number[] {
  let clipped = clipHalfPlane(ring, 1, top, 1);
  clipped = clipHalfPlane(clipped, 1, bottom, -1);
  clipped = clipHalfPlane(clipped, 0, left, 1);
  return clipHalfPlane(clipped, 0, right, -1);
}

/** Clips to the half-plane beyond `limit` on an axis (0 is x, 1 is y), in the direction of `sign`. */
function clipHalfPlane(ring: FlatLine, axis: 0 | 1, limit: number, sign: 1 | -1): number[] {
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

/** Returns the runs of whole segments of an open line that may be visible in a frame. */
export function clipLine(line: FlatLine, { left, top, right, bottom }: Frame): number[][] {
  const parts: number[][] = [];
  let current: number[] | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [x1, y1, x2, y2] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const outside =
      Math.max(x1, x2) < left || Math.min(x1, x2) > right || Math.max(y1, y2) < top || Math.min(y1, y2) > bottom;
    if (outside) {
      current = undefined;
      continue;
    }
    if (!current) parts.push((current = [x1, y1]));
    current.push(x2, y2);
  }
  return parts;
}

/** Removes points that are less than `tolerance` from the simplified line (Douglas–Peucker). */
export function simplify(line: FlatLine, tolerance: number): number[] {
  const last = line.length / 2 - 1;
  if (last < 2) return [...line];
  const kept = new Uint8Array(last + 1);
  kept[0] = kept[last] = 1;
  const open: [first: number, last: number][] = [[0, last]];
  for (let segment = open.pop(); segment; segment = open.pop()) {
    const [first, end] = segment;
    const { index, distance } = findFarthest(line, first, end);
    if (distance <= tolerance * tolerance) continue;
    kept[index] = 1;
    open.push([first, index], [index, end]);
  }
  const points: number[] = [];
  for (let i = 0; i <= last; i++) if (kept[i]) points.push(line[i * 2]!, line[i * 2 + 1]!);
  return points;
}

/** Returns the point farthest from the segment between two others, and its squared distance. */
function findFarthest(line: FlatLine, first: number, last: number): { index: number; distance: number } {
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

/** Returns the area of a closed line in either direction (shoelace formula). */
export function getArea(ring: FlatLine): number {
  let sum = 0;
  const count = ring.length;
  for (let i = 0; i < count; i += 2) {
    const next = (i + 2) % count;
    sum += ring[i]! * ring[next + 1]! - ring[next]! * ring[i + 1]!;
  }
  return Math.abs(sum / 2);
}

/** Returns SVG path data in integers: an absolute start, then relative steps without zero steps. */
export function toPathData(line: FlatLine, closed: boolean): string {
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
