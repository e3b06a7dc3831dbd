import type { Position } from '../schema.ts';
import type { BoundaryLine, Coordinate } from './topology.server.ts';

/** Metres per degree of latitude, and of longitude at the equator. */
const KM_PER_DEGREE = 111.32;
/** Height of a band: about 1.1 km, with a few hundred edges each. */
const BAND_DEGREES = 0.01;
/** Area number of the sea. */
const SEA = 65_535;

/** The coast nearest to a position. */
export interface Coast {
  /** From the position. */
  kilometres: number;
  /** Number of its area. */
  area: number;
  /** Kilometres from the start of its line, to the edge. */
  along: number;
}

/** A point where the straight line between two positions crosses a line of the index. */
interface Crossing {
  /** Part of the straight line before it, from 0 to 1. */
  share: number;
  /** Kilometres from the start of the crossed line, to the edge. */
  along: number;
}

/** Returns the kilometres between two near points. */
function getLength([x1, y1]: Coordinate, [x2, y2]: Coordinate): number {
  return Math.hypot((x2 - x1) * Math.cos((y1 * Math.PI) / 180), y2 - y1) * KM_PER_DEGREE;
}

/**
 * Index of the edges of all areas by bands of latitude: a lookup reads only the edges near its latitude. An edge between two areas is
 * stored once with both, so that one pass counts the crossings of all areas.
 */
export class EdgeIndex {
  readonly #coordinates: Float64Array;
  readonly #areas: Uint16Array;
  /** Kilometres from the start of its line, for the start of each edge. */
  readonly #along: Float64Array;
  /** Kilometres of each line. */
  readonly lineLengths: readonly number[];
  readonly #south: number;
  readonly #bandStarts: Uint32Array;
  readonly #bandEdges: Uint32Array;
  readonly #areaCount: number;

  constructor(lines: readonly BoundaryLine[], areaCount: number) {
    this.#areaCount = areaCount;
    const count = lines.reduce((sum, { points }) => sum + points.length - 1, 0);
    this.#coordinates = new Float64Array(count * 4);
    this.#areas = new Uint16Array(count * 2);
    this.#along = new Float64Array(count);
    let edge = 0;
    const lineLengths: number[] = [];
    for (const { points, areas } of lines) {
      let along = 0;
      for (let i = 1; i < points.length; i++, edge++) {
        this.#coordinates.set([...points[i - 1]!, ...points[i]!], edge * 4);
        this.#areas.set([areas[0]!, areas[1] ?? SEA], edge * 2);
        this.#along[edge] = along;
        along += getLength(points[i - 1]!, points[i]!);
      }
      lineLengths.push(along);
    }
    this.lineLengths = lineLengths;
    this.#south = this.#coordinates.reduce((least, value, i) => (i % 2 === 1 && value < least ? value : least), 90);
    [this.#bandStarts, this.#bandEdges] = this.#sortIntoBands(count);
  }

  /** Returns the number of the area that contains a position; null at sea. */
  findArea(longitude: number, latitude: number): number | null {
    const crossings = new Uint8Array(this.#areaCount);
    for (const edge of this.#listEdges(latitude, latitude)) {
      if (!this.#liesEastOf(edge, longitude, latitude)) continue;
      for (const area of [this.#areas[edge * 2]!, this.#areas[edge * 2 + 1]!]) {
        if (area !== SEA) crossings[area]! ^= 1;
      }
    }
    const area = crossings.indexOf(1);
    return area < 0 ? null : area;
  }

  /** Returns the nearest coast within `reach` kilometres, or null. Land borders do not count. */
  findCoast(longitude: number, latitude: number, reach: number): Coast | null {
    const height = reach / KM_PER_DEGREE;
    const eastWest = Math.cos((latitude * Math.PI) / 180);
    let nearest: number | null = null;
    let kilometres = reach;
    for (const edge of this.#listEdges(latitude - height, latitude + height)) {
      if (this.#areas[edge * 2 + 1] !== SEA) continue;
      const distance = this.#getDistance(edge, longitude, latitude, eastWest);
      if (distance <= kilometres) [nearest, kilometres] = [edge, distance];
    }
    if (nearest === null) return null;
    return { kilometres, area: this.#areas[nearest * 2]!, along: this.#along[nearest]! };
  }

  /** Returns the points where a straight line crosses the coast of one area, in the order of the line. */
  listCrossings(from: Position, to: Position, area: number): Crossing[] {
    const crossings = new Map<number, Crossing>();
    const [dx, dy] = [to.longitude - from.longitude, to.latitude - from.latitude];
    const c = this.#coordinates;
    for (const edge of this.#listEdges(Math.min(from.latitude, to.latitude), Math.max(from.latitude, to.latitude))) {
      if (this.#areas[edge * 2] !== area) continue;
      const [x1, y1] = [c[edge * 4]! - from.longitude, c[edge * 4 + 1]! - from.latitude];
      const [x2, y2] = [c[edge * 4 + 2]! - from.longitude, c[edge * 4 + 3]! - from.latitude];
      // Each end's side of the straight line, by the sign of a cross product.
      const [side1, side2] = [dx * y1 - dy * x1, dx * y2 - dy * x2];
      if (side1 > 0 === side2 > 0) continue;
      const part = side1 / (side1 - side2);
      const share = Math.abs(dx) > Math.abs(dy) ? (x1 + part * (x2 - x1)) / dx : (y1 + part * (y2 - y1)) / dy;
      if (share <= 0 || share >= 1) continue;
      crossings.set(edge, { share, along: this.#along[edge]! });
    }
    return [...crossings.values()].toSorted((a, b) => a.share - b.share);
  }

  #getBand(latitude: number): number {
    const band = Math.floor((latitude - this.#south) / BAND_DEGREES);
    return Math.min(Math.max(band, 0), this.#bandStarts.length - 2);
  }

  #listEdges(south: number, north: number): Uint32Array {
    return this.#bandEdges.subarray(this.#bandStarts[this.#getBand(south)], this.#bandStarts[this.#getBand(north) + 1]);
  }

  /** Whether a ray from the position due east crosses the edge. */
  #liesEastOf(edge: number, longitude: number, latitude: number): boolean {
    const c = this.#coordinates;
    const [y1, y2] = [c[edge * 4 + 1]!, c[edge * 4 + 3]!];
    if (y1 > latitude === y2 > latitude) return false;
    const [x1, x2] = [c[edge * 4]!, c[edge * 4 + 2]!];
    return x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1) > longitude;
  }

  /** Returns kilometres from a position to an edge, by an equirectangular projection around the position. */
  #getDistance(edge: number, longitude: number, latitude: number, eastWest: number): number {
    const c = this.#coordinates;
    const x1 = (c[edge * 4]! - longitude) * eastWest;
    const y1 = c[edge * 4 + 1]! - latitude;
    const dx = (c[edge * 4 + 2]! - longitude) * eastWest - x1;
    const dy = c[edge * 4 + 3]! - latitude - y1;
    const share = Math.min(Math.max(-(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return Math.hypot(x1 + share * dx, y1 + share * dy) * KM_PER_DEGREE;
  }

  /** Returns the edges of each band, and the index where each band starts. An edge can be in several bands. */
  #sortIntoBands(edgeCount: number): [starts: Uint32Array, edges: Uint32Array] {
    const bands: number[][] = [];
    for (let edge = 0; edge < edgeCount; edge++) {
      const [y1, y2] = [this.#coordinates[edge * 4 + 1]!, this.#coordinates[edge * 4 + 3]!];
      const last = Math.floor((Math.max(y1, y2) - this.#south) / BAND_DEGREES);
      for (let band = Math.floor((Math.min(y1, y2) - this.#south) / BAND_DEGREES); band <= last; band++) {
        (bands[band] ??= []).push(edge);
      }
    }
    const starts = new Uint32Array(bands.length + 1);
    for (let band = 0; band < bands.length; band++) starts[band + 1] = starts[band]! + (bands[band]?.length ?? 0);
    return [starts, Uint32Array.from(bands.flatMap((band) => band ?? []))];
  }
}
