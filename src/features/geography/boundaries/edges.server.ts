import type { BoundaryLine } from './topology.server.ts';

/** Kilometres per degree of latitude, and per degree of longitude at the equator. */
const KILOMETRES_PER_DEGREE = 111.32;
/** Height of a band in degrees: about 1.1 km, with a few hundred edges per band. */
const BAND = 0.01;
/** Marks the seaward side of an edge. */
const SEA = 255;

/** The nearest coast of a position: its distance, and the index of its area. */
export interface Coast {
  kilometres: number;
  area: number;
}

/**
 * The edges of all areas, indexed by bands of latitude, so that a look-up reads only the edges near its latitude. An edge shared by two
 * areas is stored once with both: one pass of ray casting covers all areas.
 */
export class Edges {
  readonly #coordinates: Float64Array;
  readonly #areas: Uint8Array;
  readonly #south: number;
  readonly #bandStarts: Uint32Array;
  readonly #bandEdges: Uint32Array;
  readonly #areaCount: number;

  constructor(lines: readonly BoundaryLine[], areaCount: number) {
    this.#areaCount = areaCount;
    const count = lines.reduce((sum, { points }) => sum + points.length - 1, 0);
    this.#coordinates = new Float64Array(count * 4);
    this.#areas = new Uint8Array(count * 2);
    let edge = 0;
    for (const { points, areas } of lines) {
      for (let i = 1; i < points.length; i++, edge++) {
        this.#coordinates.set([...points[i - 1]!, ...points[i]!], edge * 4);
        this.#areas.set([areas[0]!, areas[1] ?? SEA], edge * 2);
      }
    }
    this.#south = this.#coordinates.reduce((least, value, i) => (i % 2 === 1 && value < least ? value : least), 90);
    [this.#bandStarts, this.#bandEdges] = this.#sortIntoBands(count);
  }

  /** Finds the index of the area that contains a position; null at sea. */
  findArea(longitude: number, latitude: number): number | null {
    const crossings = new Uint8Array(this.#areaCount);
    for (const edge of this.#edgesBetween(latitude, latitude)) {
      if (!this.#isEastOf(edge, longitude, latitude)) continue;
      for (const area of [this.#areas[edge * 2]!, this.#areas[edge * 2 + 1]!]) {
        if (area !== SEA) crossings[area]! ^= 1;
      }
    }
    const area = crossings.indexOf(1);
    return area < 0 ? null : area;
  }

  /** Finds the nearest coast within `reach` kilometres, or null. Land borders are not coasts. */
  findNearestCoast(longitude: number, latitude: number, reach: number): Coast | null {
    const height = reach / KILOMETRES_PER_DEGREE;
    const eastWest = Math.cos((latitude * Math.PI) / 180);
    let nearest: Coast | null = null;
    for (const edge of this.#edgesBetween(latitude - height, latitude + height)) {
      if (this.#areas[edge * 2 + 1] !== SEA) continue;
      const kilometres = this.#distance(edge, longitude, latitude, eastWest);
      if (kilometres <= (nearest?.kilometres ?? reach)) {
        nearest = { kilometres, area: this.#areas[edge * 2]! };
      }
    }
    return nearest;
  }

  #band(latitude: number): number {
    const band = Math.floor((latitude - this.#south) / BAND);
    return Math.min(Math.max(band, 0), this.#bandStarts.length - 2);
  }

  #edgesBetween(south: number, north: number): Uint32Array {
    return this.#bandEdges.subarray(this.#bandStarts[this.#band(south)], this.#bandStarts[this.#band(north) + 1]);
  }

  /** Whether a ray from the position due east crosses the edge. */
  #isEastOf(edge: number, longitude: number, latitude: number): boolean {
    const c = this.#coordinates;
    const [y1, y2] = [c[edge * 4 + 1]!, c[edge * 4 + 3]!];
    if (y1 > latitude === y2 > latitude) return false;
    const [x1, x2] = [c[edge * 4]!, c[edge * 4 + 2]!];
    return x1 + ((latitude - y1) / (y2 - y1)) * (x2 - x1) > longitude;
  }

  /** Kilometres from a position to an edge, on a local plane (equirectangular). */
  #distance(edge: number, longitude: number, latitude: number, eastWest: number): number {
    const c = this.#coordinates;
    const x1 = (c[edge * 4]! - longitude) * eastWest;
    const y1 = c[edge * 4 + 1]! - latitude;
    const dx = (c[edge * 4 + 2]! - longitude) * eastWest - x1;
    const dy = c[edge * 4 + 3]! - latitude - y1;
    const along = Math.min(Math.max(-(x1 * dx + y1 * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return Math.hypot(x1 + along * dx, y1 + along * dy) * KILOMETRES_PER_DEGREE;
  }

  /** Returns the edges grouped by band, and the start of each band. An edge across several bands is in all of them. */
  #sortIntoBands(edgeCount: number): [starts: Uint32Array, edges: Uint32Array] {
    const bands: number[][] = [];
    for (let edge = 0; edge < edgeCount; edge++) {
      const [y1, y2] = [this.#coordinates[edge * 4 + 1]!, this.#coordinates[edge * 4 + 3]!];
      const last = Math.floor((Math.max(y1, y2) - this.#south) / BAND);
      for (let band = Math.floor((Math.min(y1, y2) - this.#south) / BAND); band <= last; band++) {
        (bands[band] ??= []).push(edge);
      }
    }
    const starts = new Uint32Array(bands.length + 1);
    for (let band = 0; band < bands.length; band++) starts[band + 1] = starts[band]! + (bands[band]?.length ?? 0);
    return [starts, Uint32Array.from(bands.flatMap((band) => band ?? []))];
  }
}
